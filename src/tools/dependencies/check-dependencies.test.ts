import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allLicences, checkDependencies } from './check-dependencies.ts'

const NOT_AUDITED = 'No advisory source could be reached: dependencies were not audited.'

let folder: string
const closing: (() => void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dependencies-'))
  write('src/main.ts', "import { tea } from 'tea'\nimport 'kettle/parts'\n")
  project({ tea: 'MIT', kettle: '(GPL-3.0 OR ISC)' })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  rmSync(folder, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Direct dependencies with their licences. */
function project(
  licences: Readonly<Record<string, string>>,
  more: { packages?: Record<string, object> } = {},
): void {
  const dependencies = Object.fromEntries(Object.keys(licences).map((name) => [name, '1.0.0']))
  const manifest = { name: 'project', version: '1.0.0', dependencies }
  const packages = Object.fromEntries(
    Object.entries(licences).map(([name, license]) => [
      `node_modules/${name}`,
      { version: '1.0.0', license },
    ]),
  )
  write('package.json', JSON.stringify(manifest))
  write(
    'package-lock.json',
    JSON.stringify({
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': manifest, ...packages, ...more.packages },
    }),
  )
}

/** A registry on the loopback. @returns npm's settings for it, with a cache of its own, so that no response is a cached one */
async function registry(answer: RequestListener): Promise<Record<string, string>> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return npmSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
const npmSettings = (url: string) => ({ npm_config_registry: url, npm_config_cache: join(folder, 'cache') })

const advises =
  (advisories: object): RequestListener =>
  ({ method, url }, response) => {
    const isBulk = method === 'POST' && url === '/-/npm/v1/security/advisories/bulk'
    response.writeHead(isBulk ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isBulk ? advisories : {}))
  }
const onTea = {
  id: 1,
  url: 'https://example.org/advisories/1',
  title: 'Tea may be too hot',
  severity: 'low',
  vulnerable_versions: '<=1.0.0',
}

test('a known advisory is a problem, with what it concerns', async () => {
  const { problems, report } = await checkDependencies(folder, await registry(advises({ tea: [onTea] })))
  expect(problems).toEqual([
    'tea <=1.0.0 has a known fault (low): Tea may be too hot. https://example.org/advisories/1',
  ])
  expect(report.at(-1)).toBe('2 packages were audited; known advisories: 1.')
})

test('an advisory on other versions is none', async () => {
  const settings = await registry(advises({ tea: [{ ...onTea, vulnerable_versions: '<1.0.0' }] }))
  const { problems, report } = await checkDependencies(folder, settings)
  expect(problems).toEqual([])
  expect(report.at(-1)).toBe('2 packages were audited; known advisories: 0.')
})

test('a registry without an advisory source is no problem, and is reported', async () => {
  const settings = await registry((_, response) => response.writeHead(405).end())
  const { problems, report } = await checkDependencies(folder, settings)
  expect(problems).toEqual([])
  expect(report.at(-1)).toContain(NOT_AUDITED)
  expect(report.at(-1)).toContain('405')
})

test('an unreachable registry is no problem, and is reported; so is one that npm is configured not to use', async () => {
  const nowhere = npmSettings('http://127.0.0.1:1/')
  for (const settings of [nowhere, { ...nowhere, npm_config_offline: 'true' }]) {
    const { problems, report } = await checkDependencies(folder, settings)
    expect(problems).toEqual([])
    expect(report.at(-1)).toContain(NOT_AUDITED)
  }
})

test('a registry that never answers does not hold the check up for ever', async () => {
  const silent = await registry(() => undefined)
  const { problems, report } = await checkDependencies(folder, silent, 2000)
  expect(problems).toEqual([])
  expect(report.at(-1)).toContain(NOT_AUDITED)
})

test('every package has its licence, and one that is not allowed is a problem', async () => {
  const packages = {
    'node_modules/leaf': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/tea/node_modules/leaf': { version: '3.0.0', dev: true },
    'node_modules/kettle/node_modules/leaf': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/both': { version: '4.0.0', license: '(MIT AND (ISC OR GPL-3.0-only))' },
  }
  project({ tea: 'MIT', kettle: '(GPL-3.0-only OR ISC)' }, { packages })
  const { problems, report } = await checkDependencies(folder, await registry(advises({})))
  expect(problems).toEqual([
    'both 4.0.0 has a licence that is not allowed: (MIT AND (ISC OR GPL-3.0-only)).',
    'leaf 2.0.0 has a licence that is not allowed: GPL-3.0-only.',
    'leaf 3.0.0 has a licence that is not allowed: none.',
  ])
  expect(report[0]).toContain('Licences of 5 packages, the 2 of package.json by name:')
  expect(report[0]).toContain('  MIT: 1 (tea 1.0.0)')
  expect(allLicences(folder).split('\n')).toEqual([
    'both    4.0.0  (MIT AND (ISC OR GPL-3.0-only))  production',
    'kettle  1.0.0  (GPL-3.0-only OR ISC)            production, direct',
    'leaf    2.0.0  GPL-3.0-only                     production',
    'leaf    3.0.0  none named                       development',
    'tea     1.0.0  MIT                              production, direct',
  ])
})

test("Lectern's own dependencies may all be distributed", async () => {
  const { problems } = await checkDependencies(undefined, npmSettings('http://127.0.0.1:1/'))
  expect(problems).toEqual([])
})
