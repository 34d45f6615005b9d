/**
 * Serves the file calls of SQLite from {@link StorageFile}s, by replacing imports of the wasm as it is instantiated.
 * Calls about other paths or file numbers are passed to Emscripten's own functions.
 */
import type { DatabaseFiles } from './file.ts'
import { builds, installedBuild, type Syscall } from './syscall-names.ts'
import { createVolumes, inodeOf, type Named, type OpenFile, type Volumes } from './volumes.ts'

type Call = (...values: number[]) => number
type Overrides = Readonly<Record<Syscall, (original: Call) => (...values: never[]) => number>>

const ENOENT = 44
const EIO = 29
const ENOSPC = 51
const O_CREAT = 64

export type StorageHost = {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ) => Record<string, never>
  /** Opens with `open` a database on these files; `release` forgets them after it was closed. */
  readonly mount: <T>(
    files: DatabaseFiles,
    open: () => T,
  ) => { readonly opened: T; readonly release: () => void }
  /** The last exception of a file, of which SQLite only gets a number. */
  readonly lastError: () => unknown
}

/** @param failed receives the error of instantiating the module, which sql.js does not pass on */
export function createStorageHost(
  module: WebAssembly.Module | Promise<WebAssembly.Module>,
  failed: (error: unknown) => void,
): StorageHost {
  const volumes = createVolumes()
  let memory: WebAssembly.Memory | null = null
  let lastError: unknown = null

  const replaced = overrides(
    volumes,
    () => (memory as WebAssembly.Memory).buffer as ArrayBuffer,
    (error) => {
      lastError = error
      return isFull(error) ? ENOSPC : EIO
    },
  )
  const instantiate = async (imports: WebAssembly.Imports): Promise<WebAssembly.Instance> => {
    const instance = await WebAssembly.instantiate(await module, withOverrides(imports, replaced))
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? null
    return instance
  }
  return {
    instantiateWasm: (imports, done) => {
      instantiate(imports).then(done, failed)
      return {}
    },
    mount: (files, open) => {
      const volume = volumes.attach(files)
      return { opened: open(), release: () => volumes.detach(volume) }
    },
    lastError: () => lastError,
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' || ('code' in error && error.code === 'ENOSPC'))

function withOverrides(imports: WebAssembly.Imports, replaced: Overrides): WebAssembly.Imports {
  const build = builds[installedBuild]
  const originals = build && (imports[build.module] as Record<string, Call> | undefined)
  if (!build || !originals || Object.keys(originals).length !== build.imports) {
    throw new Error('This build of sql.js is unknown: its file calls have other names')
  }
  const patched = { ...originals }
  for (const [call, name] of Object.entries(build.names) as [Syscall, string][]) {
    patched[name] = replaced[call](originals[name] as Call) as Call
  }
  return { ...imports, [build.module]: patched }
}

/**
 * The replaced calls. Each creates new views of memory, because growing it detaches earlier ones, and none may throw:
 * an exception through SQLite's frames would leave it in an undefined state.
 */
function overrides(
  volumes: Volumes,
  buffer: () => ArrayBuffer,
  errno: (error: unknown) => number,
): Overrides {
  const guarded = (work: () => number, sign: 1 | -1): number => {
    try {
      return work()
    } catch (error) {
      return sign * errno(error)
    }
  }
  const onPath = (
    original: Call,
    at: number,
    path: number,
    values: number[],
    work: (named: Named) => number,
  ): number => {
    const named = volumes.find(textAt(buffer(), path))
    return named
      ? guarded(() => work(named), -1)
      : original(...values.slice(0, at), path, ...values.slice(at))
  }
  const onFile = (
    original: Call,
    values: unknown[],
    sign: 1 | -1,
    work: (file: OpenFile) => number,
  ): number => {
    const file = volumes.open.get(values[0] as number)
    return file ? guarded(() => work(file), sign) : original(...(values as number[]))
  }
  const nothing =
    (original: Call) =>
    (fd: number, ...rest: number[]) =>
      onFile(original, [fd, ...rest], -1, () => 0)
  const status = (original: Call) => (path: number, into: number) =>
    onPath(original, 0, path, [into], (named) => {
      const { volume, ending } = named
      if (!volume.live.has(ending)) return -ENOENT
      writeStatus(buffer(), into, inodeOf(named), volume.files[ending].getSize())
      return 0
    })

  return {
    openat: (original) => (dir: number, path: number, flags: number, rest: number) =>
      onPath(original, 1, path, [dir, flags, rest], (named) => {
        if (!named.volume.live.has(named.ending) && (flags & O_CREAT) === 0) return -ENOENT
        named.volume.live.add(named.ending)
        return volumes.openFile(named)
      }),
    // The handle stays open: it is the lock, and closing it would let another context take the file.
    fdClose: (original) => (fd: number) => onFile(original, [fd], 1, () => (volumes.open.delete(fd), 0)),
    fdRead: (original) => (fd: number, list: number, count: number, result: number) =>
      onFile(original, [fd, list, count, result], 1, (open) =>
        transfer(buffer(), open, 'read', list, count, result),
      ),
    fdWrite: (original) => (fd: number, list: number, count: number, result: number) =>
      onFile(original, [fd, list, count, result], 1, (open) =>
        transfer(buffer(), open, 'write', list, count, result),
      ),
    fdSeek: (original) => (fd: number, offset: bigint, whence: number, result: number) =>
      onFile(original, [fd, offset, whence, result], 1, (open) => {
        const from = whence === 0 ? 0 : whence === 1 ? open.position : open.file.getSize()
        open.position = from + Number(offset)
        new DataView(buffer()).setBigInt64(result, BigInt(open.position), true)
        return 0
      }),
    fdSync: (original) => (fd: number) => onFile(original, [fd], 1, ({ file }) => (file.flush(), 0)),
    ftruncate64: (original) => (fd: number, size: bigint) =>
      onFile(original, [fd, size], -1, ({ file }) => (file.truncate(Number(size)), 0)),
    fstat64: (original) => (fd: number, into: number) =>
      onFile(
        original,
        [fd, into],
        -1,
        (open) => (writeStatus(buffer(), into, inodeOf(open), open.file.getSize()), 0),
      ),
    stat64: status,
    lstat64: status,
    fcntl64: nothing,
    fchmod: nothing,
    fchown32: nothing,
    faccessat: (original) => (dir: number, path: number, mode: number, flags: number) =>
      onPath(original, 1, path, [dir, mode, flags], ({ volume, ending }) =>
        volume.live.has(ending) ? 0 : -ENOENT,
      ),
    unlinkat: (original) => (dir: number, path: number, flags: number) =>
      onPath(original, 1, path, [dir, flags], ({ volume, ending }) => {
        if (!volume.live.delete(ending)) return -ENOENT
        volume.files[ending].truncate(0)
        return 0
      }),
  }
}

/** Reads or writes a list of buffers (iovec: address and length, 4 bytes each) at the file's position. */
function transfer(
  buffer: ArrayBuffer,
  open: OpenFile,
  direction: 'read' | 'write',
  list: number,
  count: number,
  result: number,
): number {
  const view = new DataView(buffer)
  let total = 0
  for (let index = 0; index < count; index++) {
    const bytes = new Uint8Array(
      buffer,
      view.getUint32(list + index * 8, true),
      view.getUint32(list + index * 8 + 4, true),
    )
    const moved = open.file[direction](bytes, { at: open.position })
    open.position += moved
    total += moved
    if (moved < bytes.length) break
  }
  view.setUint32(result, total, true)
  return 0
}

/** The 96 bytes of struct stat. */
function writeStatus(buffer: ArrayBuffer, into: number, inode: number, size: number): void {
  const view = new DataView(buffer, into, 96)
  new Uint8Array(buffer, into, 96).fill(0)
  view.setUint32(0, 1, true)
  view.setUint32(4, 0o100644, true)
  view.setUint32(8, 1, true)
  view.setBigInt64(24, BigInt(size), true)
  view.setInt32(32, 4096, true)
  view.setBigInt64(88, BigInt(inode), true)
}

function textAt(buffer: ArrayBuffer, from: number): string {
  const bytes = new Uint8Array(buffer)
  return new TextDecoder().decode(bytes.slice(from, bytes.indexOf(0, from)))
}
