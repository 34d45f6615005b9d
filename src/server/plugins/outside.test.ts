import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../tests/support/self-signed.ts'
import { createOutbound } from '../outbound/index.ts'
import { createOutside, permittedHosts, uncheckedHosts } from './outbound.ts'

/** @returns the host of a new site, with its port */
async function startSite(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function outsideOf(hosts: readonly string[], unchecked: readonly string[] = []) {
  const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern/test' })
  onTestFinished(() => outbound.close())
  return createOutside(outbound, new Set(hosts), undefined, new Set(unchecked))
}

test.each([301, 302, 303, 307, 308])('a %s does not lead a plugin away from its hosts', async (status) => {
  let requests = 0
  const other = await startSite((_, response) => {
    requests += 1
    response.end('elsewhere')
  })
  const host = await startSite(({ url }, response) => {
    if (url === '/far') response.writeHead(status, { location: `http://${other}/` }).end()
    else if (url === '/near') response.writeHead(status, { location: '/here' }).end()
    else response.end('here')
  })
  const sent = { method: 'POST', body: 'text', headers: { 'x-api-key': 'secret' } } as const
  const outside = outsideOf([host])
  await expect(outside(`http://${host}/far`)).rejects.toMatchObject({
    text: { key: 'outside.forbidden', values: { host: other } },
  })
  await expect(outside(`http://${host}/far`, sent)).rejects.toThrow(/^outside\./)
  expect(requests).toBe(0)
  expect(await outside(`http://${host}/near`)).toMatchObject({ status: 200, text: 'here' })
  // A 301 or 302 makes a GET without the body; a 303 confirms the write.
  if (status <= 302)
    await expect(outside(`http://${host}/near`, sent)).rejects.toMatchObject({
      text: { key: 'outside.moved', values: { address: `http://${host}/here` } },
    })
  else expect(await outside(`http://${host}/near`, sent)).toMatchObject({ status: 200, text: 'here' })
  // With both permitted it works.
  expect(await outsideOf([host, other])(`http://${host}/far`)).toMatchObject({ text: 'elsewhere' })
})

test('a certificate that a service has signed itself is accepted where the user allows it, and leads nowhere else', async () => {
  const server = createSecureServer(selfSigned, ({ url }, response) => {
    if (url === '/away') response.writeHead(307, { location: `http://${checked}/` }).end()
    else response.end('a vault')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const checked = await startSite((_, response) => void response.end('elsewhere'))
  const vault = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(outsideOf([vault])(`https://${vault}/`)).rejects.toMatchObject({
    text: { key: 'outside.unreachable', values: { reason: expect.stringContaining('signed by itself') } },
  })
  const outside = outsideOf([vault, checked], [vault])
  expect(await outside(`https://${vault}/`)).toMatchObject({ text: 'a vault' })
  await expect(outside(`https://${vault}/away`)).rejects.toMatchObject({ text: { key: 'outside.forbidden' } })
})

test('certificates are not checked of the host that the setting leads to, while the switch is on', () => {
  const manifest = { anyCertificate: { vault: 'anyCertificate' } }
  const hostsWith = (anyCertificate: boolean) => [
    ...uncheckedHosts(manifest, { vault: 'https://127.0.0.1:27124/', anyCertificate }),
  ]
  expect(hostsWith(true)).toEqual(['127.0.0.1:27124'])
  expect(hostsWith(false)).toEqual([])
})

test('hosts are in the permissions, or in a setting or secret that these name', () => {
  const permissions = [
    'net:api.example.org',
    'net:{place}',
    'net:{hidden}',
    'net:{none}',
    'entries:read',
  ] as const
  const secrets: Record<string, string> = { hidden: 'https://cubox.example.org/c/1' }
  const hosts = permittedHosts(
    permissions,
    { place: 'http://notes.example.org:8080/x' },
    (name) => secrets[name] ?? '',
  )
  expect([...hosts]).toEqual(['api.example.org', 'notes.example.org:8080', 'cubox.example.org'])
})

test.each([
  ['https://a.example/save', true],
  ['HTTPS://A.Example:443/', true],
  ['  http://reader:password@a.example  ', true],
  ['https://a.example:8443/', false],
  ['https://a.example.org/', false],
  ['https://a.example./', false],
  ['https://b.example/?https://a.example/', false],
  ['https://a.example@b.example/', false],
  ['https://a.example\\@b.example/', true],
  ['https://[::ffff:102:304]/', false],
  ['https://1.2.3.4/', false],
  ['ftp://a.example/', false],
  ['a.example', false],
  ['', false],
])('whether what was granted for a host holds with %j in the setting: %s', (place, isPermitted) => {
  const hosts = permittedHosts(['net:{place}=a.example'], { place }, () => '')
  expect([...hosts]).toEqual(isPermitted ? ['a.example'] : [])
})
