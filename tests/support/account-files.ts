/** Account files of a test server's users. */
import { expect } from 'vitest'
import type { AccountFileReport } from '../../src/contract/account-files.ts'
import type { TestUser } from './server.ts'

export const exported = async (who: TestUser): Promise<string> => (await who.request('/account-file')).text()
export const send = (who: TestUser, file: string | Uint8Array) =>
  who.request('/account-file?routes=true', { method: 'POST', body: file })
export async function imported(who: TestUser, file: string | Uint8Array): Promise<AccountFileReport> {
  const response = await send(who, file)
  const body = (await response.json()) as { data: AccountFileReport; reason?: string }
  expect([response.status, body.reason]).toEqual([200, undefined])
  return body.data
}
export const put = async (who: TestUser, path: string, body: unknown, method = 'POST') => {
  const response = await who.request(path, { method, body })
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as { data: { id: string } }
}

export const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

export async function choosePicture(who: TestUser, bytes: Uint8Array): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([PNG, Uint8Array.from(bytes)]))
  const response = await who.request('/upload/avatar', { method: 'POST', body })
  const { url } = (await response.json()) as { url: string }
  await put(who, '/better-auth/update-user', { image: url })
}

/** What an import adds that adds nothing. */
export const nothing = {
  feeds: 0,
  lists: 0,
  inboxes: 0,
  labels: 0,
  rules: 0,
  entries: 0,
  reads: 0,
  stars: 0,
  highlights: 0,
  plugins: 0,
  settings: false,
}
