/* A disk that fails when told to, for one process: preloaded, it stands between the program and the C library.

   The environment's FAULTY_DISK names a file; while that file is there, its first letter says what fails on the
   database and its journal: w (writes: I/O error), r (reads: I/O error), f (the disk is full), o (read-only). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fault(int fd, int writes) {
    const char *control = getenv("FAULTY_DISK");
    char link[64], path[512], mode = 0;
    if (!control) return 0;
    int file = open(control, O_RDONLY);
    if (file < 0) return 0;
    ssize_t (*real_read)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    if (real_read(file, &mode, 1) != 1) mode = 0;
    close(file);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    if (!strstr(path, ".sqlite")) return 0;
    if (writes) return mode == 'w' ? EIO : mode == 'f' ? ENOSPC : mode == 'o' ? EROFS : 0;
    return mode == 'r' ? EIO : 0;
}

#define FAIL(fd, writes)                 \
    int failure = fault(fd, writes);     \
    if (failure) {                       \
        errno = failure;                 \
        return -1;                       \
    }

#define POSITIONED(name, buffer, writes)                                       \
    ssize_t name(int fd, buffer data, size_t size, off_t at) {                 \
        ssize_t (*real)(int, buffer, size_t, off_t) = dlsym(RTLD_NEXT, #name); \
        FAIL(fd, writes)                                                       \
        return real(fd, data, size, at);                                       \
    }

POSITIONED(pwrite, const void *, 1)
POSITIONED(pwrite64, const void *, 1)
POSITIONED(pread, void *, 0)
POSITIONED(pread64, void *, 0)

#define SYNCING(name)                              \
    int name(int fd) {                             \
        int (*real)(int) = dlsym(RTLD_NEXT, #name); \
        FAIL(fd, 1)                                \
        return real(fd);                           \
    }

SYNCING(fsync)
SYNCING(fdatasync)
