/** The files that commands read and write. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { RefusedError } from './failures.ts'

export type Files = {
  /** @throws RefusedError with the cause */
  readonly read: (name: string) => Buffer
  /** Writes a new file. @throws RefusedError with the cause, also where it exists */
  readonly write: (name: string, content: string | Uint8Array) => void
}

/** @param folder what relative paths begin at */
export const createFiles = (folder: string): Files => ({
  read: (name) => refusing(() => readFileSync(resolve(folder, name))),
  write: (name, content) =>
    refusing(() => writeFileSync(resolve(folder, name), content, { flag: 'wx', mode: 0o600 })),
})

/** For commands that run for a program elsewhere. */
export const noFiles: Files = { read: refuse, write: refuse }

function refuse(): never {
  throw new RefusedError('Files can be named on the command line alone.')
}

function refusing<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new RefusedError(error instanceof Error ? error.message : String(error))
  }
}
