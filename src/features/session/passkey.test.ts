import { expect, test } from 'vitest'
import { passkeyFailure } from './passkey.ts'

test('each refusal of a device has a sentence of its own', () => {
  const keyOf = (name: string) => passkeyFailure(new DOMException('', name))
  expect(keyOf('NotAllowedError')).toBe('cancelled')
  expect(keyOf('InvalidStateError')).toBe('exists')
  expect(keyOf('SecurityError')).toBe('wrongHost')
  expect(keyOf('NotSupportedError')).toBe('refused')
  expect(passkeyFailure(new Error('Broken'))).toBeNull()
})
