import { expect, test } from 'vitest'
import { permissionGrant } from '../../contract/plugin-bundle.ts'
import { changedGrants, grantOf } from './permission-grants.ts'

test.each([
  ['https://a.example/save', 'a.example'],
  ['http://A.example:80', 'a.example'],
  ['https://a.example:8443', 'a.example:8443'],
  ['https://reader:password@b.example/', 'b.example'],
  ['http://[2001:DB8::1]:8080/', '[2001:db8::1]:8080'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://my_server:8080/', 'my_server:8080'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
])('granting %s grants its host %s', (endpoint, host) => {
  const grant = grantOf('net:{endpoint}', { endpoint })
  expect(grant).toBe(`net:{endpoint}=${host}`)
  expect(permissionGrant.safeParse(grant).success).toBe(true)
})

test.each(['', 'a.example', 'ftp://a.example/', 'file:///etc/passwd', 7, undefined])(
  'with %j in the setting there is nothing to grant',
  (endpoint) => {
    expect(grantOf('net:{endpoint}', { endpoint, other: 'https://a.example/' })).toBeNull()
  },
)

test('a grant replaces those of its permission for other hosts, and is taken away with them', () => {
  const granted = ['entries:read', 'net:{endpoint}=a.example', 'net:{endpoints}=a.example']
  const changed = changedGrants(granted, 'net:{endpoint}', 'net:{endpoint}=b.example')
  expect(changed).toEqual(['entries:read', 'net:{endpoints}=a.example', 'net:{endpoint}=b.example'])
  expect(changedGrants(changed, 'net:{endpoint}', null)).toEqual([
    'entries:read',
    'net:{endpoints}=a.example',
  ])
  expect(changedGrants(changed, 'entries:read', null)).not.toContain('entries:read')
})
