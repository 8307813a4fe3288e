// Swift seeds its hash tables by arc4random_buf, which glibc provides only since version 2.36. No decision of the machine depends on the seed,
// so this replacement always returns the same bytes.
#include <stddef.h>

void arc4random_buf(void *bytes, size_t count);

void arc4random_buf(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = (unsigned char)(i * 41 + 7);
}
