import { expect, test } from 'vitest'
import { defineService, secret } from './service.ts'

test.each([
  ['shelf', 'enableShelf'],
  ['read-later', 'enableReadLater'],
])('the switch of %s is %s', (id, enabledBy) => {
  const manifest = defineService({
    id,
    api: '1.24',
    requires: ['token'],
    fields: { token: secret },
    permissions: [],
  })
  expect(manifest.enabledBy).toBe(enabledBy)
  expect(manifest.settings.parse({})).toEqual({ [enabledBy]: false })
})
