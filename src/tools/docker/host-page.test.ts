/** HOSTING.md, followed to the letter: nginx below a path, with sign-in by another service. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { request } from 'node:https'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../tests/support/free-port.ts'
import { startTestServer } from '../../../tests/support/server.ts'
import { serveWrittenFeeds, manyEntries, type WrittenFeeds } from '../../../tests/support/written-feeds.ts'

const ROOT = join(import.meta.dirname, '../../..')
const page =
  readFileSync(join(ROOT, 'src/server/HOSTING.md'), 'utf8').split('\n## Behind nginx, as a service\n')[1] ??
  ''
const blockOf = (language: string): string => {
  const [, text] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? []
  if (text === undefined) throw new Error(`The page has no block of ${language}`)
  return text
}
const runs = (command: string, ...words: string[]) => spawnSync(command, words).error === undefined

test('the unit runs the server as npm start does', () => {
  const unit = blockOf('ini')
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [, options] =
    /^node (?:--disable-warning=\S+ )?(.*) src\/tools\/start\.ts$/.exec(scripts['start'] ?? '') ?? []
  expect(unit).toContain(`\nExecStart=/usr/bin/node ${options} src/server/main.ts\n`)
})

test.skipIf(!runs('systemd-analyze', '--version'))(
  'systemd finds no fault in the unit (skipped where there is no systemd)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-unit-'))
    const file = join(folder, 'lectern.service')
    writeFileSync(
      file,
      blockOf('ini').replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/lectern', ROOT),
    )
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes('lectern.service'))).toEqual([])
    rmSync(folder, { recursive: true })
  },
)

test('the dashboard shows figures that the server gives out', async () => {
  const METRICS_TOKEN = 'a-long-random-text'
  const server = await startTestServer({ env: { METRICS_TOKEN } })
  const read = (token: string) =>
    server.app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
  const metrics = await (await read(METRICS_TOKEN)).text()
  const published = new Set([...metrics.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name))
  const shown = readFileSync(join(import.meta.dirname, 'grafana.json'), 'utf8').matchAll(/lectern_\w+/g)
  const names = [...new Set([...shown].map(([name]) => name))]
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !published.has(name))).toEqual([])
  expect((await read('another-long-random-text')).status).toBe(401)
  expect((await server.app.request('/metrics')).status).toBe(401)
  await server.close()
})

const canFollow = runs('nginx', '-v') && runs('openssl', 'version')
describe.skipIf(!canFollow)('behind nginx (skipped where nginx or openssl is not installed)', () => {
  let folder: string
  let feeds: WrittenFeeds
  let signOn: Server
  const processes: ChildProcess[] = []
  const ports = { nginx: '', lectern: '' }
  /** The users of the sign-on service, by their cookie. */
  const known: Readonly<Record<string, string>> = { ada: 'ada@example.org', bob: 'bob@example.org' }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'))
    feeds = await serveWrittenFeeds()
    signOn = createServer(({ headers }, response) => {
      const email = known[/user=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '']
      if (email) response.setHeader('remote-email', email)
      response.writeHead(email ? 200 : 401).end()
    })
    await new Promise<void>((listening) => signOn.listen(0, '127.0.0.1', listening))
    Object.assign(ports, { nginx: await freePort(), lectern: await freePort() })
    await startLectern()
    startNginx()
    await vi.waitFor(async () => {
      if ((await ask('/lectern/healthz')).status !== 200) throw new Error('nginx does not answer yet')
    }, 30_000)
  })
  afterAll(async () => {
    for (const one of processes) one.kill('SIGTERM')
    signOn.close()
    signOn.closeAllConnections()
    await feeds.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** By the unit's command and the file of settings, with a data folder, port and feeds of the test. */
  async function startLectern(): Promise<void> {
    const settings = blockOf('sh').trim().split('\n')
    const env = Object.fromEntries(settings.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(blockOf('ini')) ?? []
    const server = spawn(process.execPath, command.split(' '), {
      cwd: ROOT,
      env: { ...process.env, ...env, DATA_DIR: folder, PORT: ports.lectern, FETCH_ALLOW: '127.0.0.0/8' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(server)
    await new Promise<void>((ready, reject) => {
      createInterface(server.stdout).on('line', (line) => line.includes('ready') && ready())
      server.once('exit', (code) => reject(new Error(`Lectern ended with ${code}`)))
    })
  }

  function startNginx(): void {
    const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
    const subject = ['-subj', '/CN=read.example', '-days', '1', '-nodes']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', files.key, '-out', files.certificate],
      { stdio: 'ignore' },
    )
    const site = blockOf('nginx')
      .replace('listen 443 ssl', `listen 127.0.0.1:${ports.nginx} ssl`)
      .replace('/etc/ssl/read.example.pem', files.certificate)
      .replace('/etc/ssl/read.example.key', files.key)
      .replaceAll('127.0.0.1:4310', `127.0.0.1:${ports.lectern}`)
      .replaceAll('127.0.0.1:9091', `127.0.0.1:${(signOn.address() as AddressInfo).port}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const config = join(folder, 'nginx.conf')
    writeFileSync(
      config,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary.join(' ')}
${site} }`,
    )
    processes.push(spawn('nginx', ['-e', join(folder, 'error.log'), '-c', config], { stdio: 'inherit' }))
  }

  type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }
  type Asking = {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: unknown
  }

  /** A request through nginx, as a browser sends it. */
  function ask(path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: ports.nginx,
          path,
          method,
          rejectUnauthorized: false,
          headers: {
            host: 'read.example',
            origin: 'https://read.example',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: new Headers(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      ).on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  const asUser = async (name: string): Promise<(path: string, asking?: Asking) => Promise<Answer>> => {
    const first = await ask('/lectern/api/better-auth/get-session', { headers: { cookie: `user=${name}` } })
    const session = /[^,; ]*session_token=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0]
    const cookie = `user=${name}; ${session}`
    return (path, asking = {}) => ask(path, { ...asking, headers: { cookie, ...asking.headers } })
  }
  const whoIs = ({ text }: Answer) => (JSON.parse(text) as { user: { email: string } } | null)?.user.email

  test('a user whom the service names is signed in, follows a feed, and reads it', async () => {
    const ada = await asUser('ada')
    expect(whoIs(await ada('/lectern/api/better-auth/get-session'))).toBe('ada@example.org')
    feeds.write('tea', manyEntries('tea', 3))
    const url = /xmlUrl="([^"]+)"/.exec(feeds.opml())?.[1]
    const followed = await ada('/lectern/api/subscriptions', { method: 'POST', body: { url, view: 0 } })
    expect([followed.status, followed.text]).toEqual([200, expect.stringContaining('"code":0')])
    const entries = await ada('/lectern/api/entries', { method: 'POST', body: { view: 0 } })
    expect(entries.text).toContain('tea story 3')
    const reader = await ada('/lectern/', { headers: { accept: 'text/html' } })
    // Where the reader is not built, the server says so.
    expect([200, 503]).toContain(reader.status)
  })

  test('a user whom it does not name is sent to it, and one who names another stays who they are', async () => {
    const stranger = await ask('/lectern/timeline')
    expect([stranger.status, stranger.headers.get('location')]).toEqual([
      302,
      'https://sign-on.example/?rd=https://read.example/lectern/timeline',
    ])
    const bob = await asUser('bob')
    const headers = { 'remote-email': 'ada@example.org' }
    expect(whoIs(await bob('/lectern/api/better-auth/get-session', { headers }))).toBe('bob@example.org')
    const forged = await ask('/lectern/share/users/@nobody', { headers })
    expect(forged.headers.get('set-cookie')).toBeNull()
  })

  test('the header counts from nginx alone, not from another machine that reaches the port', async () => {
    const from = async (interfaceName: string) => {
      const { request: plain } = await import('node:http')
      return new Promise<string>((resolve, reject) =>
        plain(
          {
            host: '127.0.0.1',
            port: ports.lectern,
            localAddress: interfaceName,
            path: '/lectern/api/better-auth/get-session',
            headers: { host: 'read.example', 'remote-email': 'ada@example.org' },
          },
          (response) => resolve(String(response.headers['set-cookie'] ?? 'nobody')),
        )
          .on('error', reject)
          .end(),
      )
    }
    expect(await from('127.0.0.1')).toContain('session_token')
    expect(await from('127.0.0.2')).toBe('nobody')
  })

  test('programs come with their own token, and find out how to get one', async () => {
    const described = await ask('/.well-known/oauth-authorization-server/lectern')
    expect(JSON.parse(described.text)).toMatchObject({ issuer: 'https://read.example/lectern' })
    expect((await ask('/lectern/mcp', { method: 'POST', body: {} })).status).toBe(401)
    const wrong = await ask('/lectern/api/subscriptions', {
      headers: { authorization: 'Bearer aaaaa-aaaaa-aaaaa-aaaaa' },
    })
    expect(wrong.status).toBe(401)
    const login = await ask('/lectern/api/greader.php/accounts/ClientLogin?Email=a@b.example&Passwd=c')
    expect([login.status, login.text]).toEqual([401, 'Unauthorized!'])
  })
})
