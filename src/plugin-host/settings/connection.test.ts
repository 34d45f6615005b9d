import { expect, test } from 'vitest'
import { z } from '../../plugin-api/manifest.ts'
import { testManifest } from '../testing.ts'
import { connectionOf } from './connection.ts'

const manifest = testManifest('shelf', {
  settings: z.object({
    on: z.boolean().default(false),
    address: z.string().default(''),
    vault: z.string().default(''),
  }),
  secrets: ['token'],
  requires: ['token', ['address', 'vault']],
  permissions: ['entries:save'],
})
const refusal = (key: string) => ({ at: 5, kind: 'save', words: { key } }) as const
const state = {
  manifest,
  values: { on: true, address: 'https://shelf.example', vault: '' },
  secretsSet: ['token'],
  outcome: null,
  signIn: null,
}

test('what a plugin still needs is named, of a choice the first', () => {
  const values = { on: true, address: ' ', vault: '' }
  expect(connectionOf({ ...state, values, secretsSet: [] })).toEqual({
    state: 'notSetUp',
    missing: ['token', 'address'],
  })
  expect(connectionOf({ ...state, values: { ...values, vault: 'Notes' } })).toEqual({ state: 'untested' })
})

test('a state is what was last seen, never more', () => {
  expect(connectionOf(state)).toEqual({ state: 'untested' })
  expect(connectionOf({ ...state, values: { on: false } })).toEqual({ state: 'off' })
  const saved = { at: 5, kind: 'test', words: null } as const
  expect(connectionOf({ ...state, outcome: saved })).toEqual({ state: 'connected', outcome: saved })
  expect(connectionOf({ ...state, outcome: refusal('outside.notAccepted') }).state).toBe('refused')
  expect(connectionOf({ ...state, outcome: refusal('outside.unreachable') }).state).toBe('failed')
})

test('a sign-in is as good as a token where the plugin says so', () => {
  const either = testManifest('shelf', {
    settings: z.object({ on: z.boolean().default(false), endpoint: z.string().default('') }),
    secrets: ['token'],
    requires: [['token', 'signIn']],
    permissions: ['entries:save', 'net:{endpoint}'],
    signIn: {
      authorize: '{endpoint}/a',
      token: '{endpoint}/t',
      scopes: [],
      client: { register: '{endpoint}/r' },
    },
  })
  const signIn = {
    isConnected: false,
    account: null,
    returnAddress: '',
    needsClient: false,
  }
  const of = { ...state, manifest: either, secretsSet: [] }
  expect(connectionOf({ ...of, signIn })).toEqual({ state: 'notSetUp', missing: ['token'] })
  expect(connectionOf({ ...of, signIn: { ...signIn, isConnected: true } })).toEqual({ state: 'untested' })
})

test('one without a service is on', () => {
  const reader = testManifest('lamp', { settings: z.object({ on: z.boolean().default(false) }) })
  expect(connectionOf({ ...state, manifest: reader, values: { on: true } })).toEqual({ state: 'on' })
})

test('a manifest that requires what it does not have is refused', () => {
  expect(() => testManifest('lamp', { requires: ['nothing'] })).toThrow(
    /requires names no setting or secret: nothing/,
  )
})
