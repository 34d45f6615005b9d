/** The signed-in account, in a file that only its user may read. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Account, Environment } from './command.ts'

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** From the environment, else from the file; null where neither names one. */
export function readAccount({ env, accountFile }: Environment): Account | null {
  const stored = storedAccount(accountFile)
  const address = env['LECTERN_URL']?.replace(/\/+$/, '') || stored?.address
  const token = env['LECTERN_TOKEN'] || stored?.token
  return address && token ? { address, token } : null
}

function storedAccount(file: string): Partial<Account> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null) return null
    const { address, token } = value as Record<string, unknown>
    return {
      ...(typeof address === 'string' && { address }),
      ...(typeof token === 'string' && { token }),
    }
  } catch {
    return null
  }
}

export function storeAccount({ accountFile }: Environment, account: Account): void {
  mkdirSync(dirname(accountFile), { recursive: true, mode: OWNER_ONLY_FOLDER })
  writeFileSync(accountFile, `${JSON.stringify(account, null, 2)}\n`, { mode: OWNER_ONLY })
  // The mode above is that of a new file.
  chmodSync(accountFile, OWNER_ONLY)
}

export const forgetAccount = ({ accountFile }: Environment): void => rmSync(accountFile, { force: true })
