// The functions of a C library that Embedded Swift requires on wasm32.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long wide;

extern unsigned char __heap_base;
// A block's class stands in the 16 bytes before it: up to `least << 4` bytes there is a class for each 16 bytes, above one for each power of two.
// Freed blocks are used again by class.
enum { least = 64 };
struct block { struct block *next; };
static struct block *freed[least + 33];
static unsigned char *end;

// Engines take long for each growth, whatever its size, so memory grows by at least an eighth if there is as much.
static int reach(unsigned char *to) {
    size_t pages = __builtin_wasm_memory_size(0);
    size_t needed = ((size_t)to + 0xFFFF) >> 16;
    if (needed <= pages) return 1;
    size_t ample = pages + (pages >> 3);
    if (ample > needed && __builtin_wasm_memory_grow(0, ample - pages) != (size_t)-1) return 1;
    return __builtin_wasm_memory_grow(0, needed - pages) != (size_t)-1;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment > 16) return 22;
    // More than this has no room in 32 bits together with what stands before it.
    if (size > 0x7FFFFFF0) return 12;
    size_t whole = (size + 31) & ~(size_t)15;
    unsigned class = (unsigned)(whole >> 4);
    if (class < 2) class = 2;
    if (class > least) {
        unsigned exponent = 32 - (unsigned)__builtin_clz((unsigned)whole - 1);
        whole = (size_t)1 << exponent;
        class = least + exponent;
    }
    struct block *block = freed[class];
    if (block) {
        freed[class] = block->next;
        *result = block;
        return 0;
    }
    if (!end) end = (unsigned char *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    if (whole > (size_t)-1 - 0xFFFF - (size_t)end) return 12;
    if (!reach(end + whole)) return 12;
    *(unsigned *)end = class;
    *result = end + 16;
    end += whole;
    return 0;
}

void free(void *pointer) {
    if (!pointer) return;
    unsigned class = *(unsigned *)((unsigned char *)pointer - 16);
    struct block *block = pointer;
    block->next = freed[class];
    freed[class] = block;
}

// Returns a block for the caller's bytes; 0 if no memory is left.
void *allocate(size_t size) {
    void *block = 0;
    return posix_memalign(&block, 16, size) == 0 ? block : 0;
}

// Contains the instruction in a function of its own. If the compiler put the instruction at each copy, it would add
// a test for an empty copy there.
void *memmove(void *to, const void *from, size_t count) {
    __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" ::"r"(to), "r"(from), "r"(count));
    return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) {
    __asm__("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0" ::"r"(to), "r"(byte), "r"(count));
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i]) return a[i] - b[i];
    return 0;
}

// Swift seeds its hash tables by this function. The bytes are always the same, because no decision may depend on the seed.
void arc4random_buf(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = (unsigned char)(i * 41 + 7);
}

size_t __stack_chk_guard = 0x2F6B91C3;
void __stack_chk_fail(void) { __builtin_trap(); }

// Computes the 128-bit product of two 128-bit numbers from parts of 32 and 64 bits.
void __multi3(wide *result, wide a, wide ah, wide b, wide bh) {
    wide a0 = (unsigned)a, a1 = a >> 32, b0 = (unsigned)b, b1 = b >> 32;
    wide low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (unsigned)middle;
    result[0] = (other << 32) | (unsigned)low;
    result[1] = a1 * b1 + (middle >> 32) + (other >> 32) + a * bh + ah * b;
}
