/** The few parts of Node that are used here, typed by hand: these files are also compiled with the browser's types. */
export type NodeFs = {
  readonly readFileSync: (path: string) => Uint8Array<ArrayBuffer>
  readonly openSync: (path: string, flags: number, mode: number) => number
  readonly closeSync: (fd: number) => void
  readonly readSync: (fd: number, into: Uint8Array, from: number, length: number, at: number) => number
  readonly writeSync: (fd: number, bytes: Uint8Array, from: number, length: number, at: number) => number
  readonly fstatSync: (fd: number) => { readonly size: number }
  readonly ftruncateSync: (fd: number, size: number) => void
  readonly fsyncSync: (fd: number) => void
  readonly copyFileSync: (from: string, to: string) => void
  readonly constants: { readonly O_RDWR: number; readonly O_CREAT: number }
}
type Process = {
  getBuiltinModule(name: 'node:fs'): NodeFs
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): { resolve(name: string): string } }
}

const { process } = globalThis as unknown as { process: Process }

export const nodeFs = (): NodeFs => process.getBuiltinModule('node:fs')

/** Path of a file of an installed package. */
export const installedPath = (name: string): string =>
  process
    .getBuiltinModule('node:module')
    .createRequire(import.meta.url)
    .resolve(name)
