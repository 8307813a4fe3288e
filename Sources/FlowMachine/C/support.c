// Swift seeds its hash tables with random bytes from the C library, which glibc has only since 2.36. Nothing that the machine decides
// depends on the seed, so it may as well be always the same.
#include <stddef.h>

void arc4random_buf(void *bytes, size_t count);

void arc4random_buf(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = (unsigned char)(i * 41 + 7);
}
