/* A disk that stumbles: while the file named by STUMBLE is there, the next flush to disk fails with EIO and removes it. While the
   one named by FULL is there, nothing can be written at a place in a file: the disk is full (ENOSPC). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int stumbles(void) {
    const char *name = getenv("STUMBLE");
    return name && unlink(name) == 0;
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (stumbles()) { errno = EIO; return -1; }
    return real(file);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (stumbles()) { errno = EIO; return -1; }
    return real(file);
}

static int full(void) {
    const char *name = getenv("FULL");
    return name && access(name, F_OK) == 0;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
    if (full()) { errno = ENOSPC; return -1; }
    return real(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    if (full()) { errno = ENOSPC; return -1; }
    return real(file, bytes, count, at);
}
