// The functions of a C library that Embedded Swift requires on wasm32.
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long wide;

extern unsigned char __heap_base;
// The size of a block, including the 16 bytes before it, is a power of two. These 16 bytes contain its exponent. Freed blocks are reused by size.
struct block { struct block *next; };
static struct block *freed[33];
static unsigned char *end;

static int reach(unsigned char *to) {
    size_t have = (size_t)__builtin_wasm_memory_size(0) << 16;
    if ((size_t)to <= have) return 1;
    return __builtin_wasm_memory_grow(0, ((size_t)to - have + 0xFFFF) >> 16) != (size_t)-1;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment > 16) return 22;
    unsigned exponent = 5;
    while (((size_t)1 << exponent) < size + 16) exponent++;
    struct block *block = freed[exponent];
    if (block) {
        freed[exponent] = block->next;
        *result = block;
        return 0;
    }
    if (!end) end = (unsigned char *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    if (!reach(end + ((size_t)1 << exponent))) return 12;
    *(unsigned *)end = exponent;
    *result = end + 16;
    end += (size_t)1 << exponent;
    return 0;
}

void free(void *pointer) {
    if (!pointer) return;
    unsigned exponent = *(unsigned *)((unsigned char *)pointer - 16);
    struct block *block = pointer;
    block->next = freed[exponent];
    freed[exponent] = block;
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
