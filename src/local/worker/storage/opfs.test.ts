import { afterEach, expect, test, vi } from 'vitest'
import { databaseDirectory, opfsFolder } from './opfs.ts'

afterEach(() => vi.unstubAllGlobals())

/** A directory whose files are what `open` makes. */
const directory = (open?: () => Promise<unknown>) =>
  ({
    getFileHandle: async () => ({ createSyncAccessHandle: open }),
  }) as unknown as FileSystemDirectoryHandle

test('a browser that gives no directory has a reason, with its own error as the cause', async () => {
  const cause = new DOMException('The operation is insecure.', 'SecurityError')
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.reject(cause) } })
  await expect(databaseDirectory()).rejects.toMatchObject({ reason: 'noFiles', message: 'noFiles', cause })
})

test('files that cannot be opened for writing, or only asynchronously, are a reason', async () => {
  const none = () => undefined
  await expect(opfsFolder(directory(), none)).rejects.toMatchObject({ reason: 'noWriting' })
  const slow = directory(async () => ({ getSize: async () => 0 }))
  await expect(opfsFolder(slow, none)).rejects.toMatchObject({ reason: 'slowFiles' })
})
