import { expect, test } from 'vitest'
import { memoryLocal } from '../../../local/memory-local.ts'
import { createPluginStorage } from './plugin-storage.ts'

test('what a plugin stored is kept for updates from its address, and for no plugin from elsewhere', async () => {
  const local = memoryLocal()
  const of = (origin: string | null) => createPluginStorage('guest', local, origin)
  // As older readers stored it.
  await local.call('meta.set', { key: 'plugin guest', value: 'old' })
  expect(await of('https://a.example/').read()).toBe('old')
  await of('https://a.example/').write('token')
  expect(await of('https://a.example/').read()).toBe('token')
  expect(await of('https://b.example/').read()).toBeNull()
  await of('https://b.example/').write('other')
  expect(await of('https://a.example/').read()).toBeNull()
  expect(await createPluginStorage('hello', local).read()).toBeNull()
})
