import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { startLectern, type Lectern } from '../../../../tests/support/lectern.ts'
import { rssOf, startSite } from '../../../../tests/support/site.ts'
import { integrityProblems } from '../../../../tests/support/crash-test/database-integrity.ts'
import { openAsItIs } from '../open.ts'

/** A file system that is full, and then has space. */
type Tight = {
  readonly folder: string
  readonly fill: (lectern: Lectern) => void
  /** Starts a server on a full file system, and checks its message; does nothing where such a file system cannot be created. */
  readonly refusesToStart: () => void
  readonly makeRoom: () => void
  readonly end: () => void
}

const MEGABYTE = 1_048_576
/** A plugin whose calls write. */
const POWER = join(import.meta.dirname, '../../../../plugins/power')
const MAIN = join(import.meta.dirname, '../../main.ts')
const run = (program: string, ...input: string[]) => execFileSync(program, input, { stdio: 'pipe' })
const tried = (work: () => void): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** A file system in memory, for real errors of a full disk. Only root may mount one. */
function smallDisk(): Tight | null {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-disk-'))
  if (!tried(() => run('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder))) return null
  return {
    folder,
    fill: () => undefined,
    refusesToStart: () => {
      tried(() => run('dd', 'if=/dev/zero', `of=${join(folder, 'ballast')}`, 'bs=4096'))
      const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PORT: '0' }
      const started = spawnSync(process.execPath, [MAIN], { env, timeout: 30_000, encoding: 'utf8' })
      expect(started).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^The disk is full/),
      })
    },
    makeRoom: () => void run('mount', '-o', 'remount,size=200m', folder),
    end: () => {
      run('umount', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** No file may grow, as with a quota. */
function fileLimit(): Tight | null {
  if (!existsSync('/usr/bin/prlimit')) return null
  const folder = mkdtempSync(join(tmpdir(), 'lectern-quota-'))
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  const limit = ({ pid }: Lectern, most: string) =>
    run('prlimit', '--pid', String(pid), `--fsize=${most}:unlimited`)
  return {
    folder,
    fill: (lectern) =>
      void limit(
        lectern,
        String(Math.max(sizeOf('lectern.sqlite'), sizeOf('lectern.sqlite-wal')) + 2 * MEGABYTE),
      ),
    refusesToStart: () => undefined,
    // The limit ended with its process.
    makeRoom: () => undefined,
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const locations = { 'a full disk': smallDisk, 'a used-up quota': fileLimit } as const

test.each(Object.keys(locations) as (keyof typeof locations)[])(
  'with %s writes are refused in words, reading goes on, and nothing is lost or broken',
  async (name) => {
    const tight = locations[name]()
    // Where this machine cannot create such a file system, the other test has to suffice.
    if (!tight) return
    const site = await startSite()
    site.answer = (_, response) => void response.writeHead(200).end(rssOf(['one', 'two', 'three']))
    const smtp = await freePort()
    const lectern = await startLectern(
      { SMTP_LISTEN: `127.0.0.1:${smtp}`, INBOX_DOMAIN: 'example.org', LOG_LEVEL: 'silent' },
      { postgres: '', folder: tight.folder },
    )
    let token = ''
    const ask = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
      const answer = await fetch(`${lectern.url}/api${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const send = () =>
      createTransport({ host: '127.0.0.1', port: smtp, secure: false, ignoreTLS: true }).sendMail({
        from: 'writer@example.org',
        to: 'news@example.org',
        subject: 'A letter',
        html: `<p>${randomBytes(100_000).toString('hex')}</p>`,
      })
    const signIn = { email: 'ada@example.org', password: 'correct horse' }
    try {
      const signedUp = await ask(
        'POST',
        '/better-auth/sign-up/email',
        { ...signIn, name: 'Ada' },
        { origin: lectern.url },
      )
      token = signedUp.body['token'] as string
      const followed = await ask('POST', '/subscriptions', { url: `${site.url}/feed.xml`, view: 0 })
      const feedId = (followed.body['feed'] as { id: string }).id
      await ask('POST', '/inboxes', { handle: 'news' })
      await ask('POST', '/wallets', {})
      const { body: box } = await ask('GET', '/inboxes?handle=news')
      const opened = {
        'x-follow-handle': 'news',
        'x-follow-secret': (box['data'] as { secret: string }).secret,
      }
      const put = (guid: string) =>
        ask(
          'POST',
          '/inboxes/webhook',
          { guid, publishedAt: new Date().toISOString(), content: randomBytes(100_000).toString('hex') },
          opened,
        )

      tight.fill(lectern)
      const stored: string[] = []
      let refused = null
      for (let at = 0; at < 200 && !refused; at += 1) {
        const answer = await put(`note ${at}`)
        if (answer.status === 200) stored.push(`note ${at}`)
        else refused = answer
      }
      expect(refused).toEqual({
        status: 507,
        body: {
          code: 90507,
          message: expect.stringMatching(/no room/),
          reason: expect.stringMatching(/Nothing was saved/),
        },
      })
      expect(stored.length).toBeGreaterThan(3)
      await expect(send()).rejects.toMatchObject({ responseCode: 452 })
      // Small writes may still succeed; all others are refused with the same message.
      const padding = 'x'.repeat(30_000)
      const small = await Promise.all([
        ask('PATCH', '/settings/general', { 'x-padding': padding }),
        ask('POST', '/lists', { title: 'A list', description: padding.slice(0, 4900), view: 0 }),
        ask('POST', '/reads/all', { feedId }),
        ...(existsSync(POWER) ? [ask('POST', '/wallets/transactions/claim_daily', {})] : []),
        ask('DELETE', '/subscriptions', { feedId: '1' }),
      ])
      for (const answer of small) expect([200, 507]).toContain(answer.status)
      expect([200, 507]).toContain(
        (await ask('POST', '/better-auth/sign-in/email', signIn, { origin: lectern.url })).status,
      )
      // Reading still works.
      expect((await fetch(`${lectern.url}/healthz`)).status).toBe(200)
      const ofPower = existsSync(POWER) ? ['/wallets'] : []
      for (const path of ['/subscriptions', '/reads', '/settings', ...ofPower, '/inboxes/list'])
        expect((await ask('GET', path)).status).toBe(200)
      expect((await ask('POST', '/entries', { feedId })).body['data']).toHaveLength(3)

      await lectern.kill()
      tight.refusesToStart()
      tight.makeRoom()
      await lectern.start()
      expect((await put('after')).status).toBe(200)
      await send()
      expect((await ask('PATCH', '/settings/general', { 'x-after': true })).status).toBe(200)
      const { body } = await ask('POST', '/entries/inbox', { inboxId: 'news', limit: 500 })
      const guids = (body['data'] as { entries: { guid: string } }[]).map(({ entries }) => entries.guid)
      expect(guids.filter((guid) => guid.startsWith('note')).toSorted()).toEqual(stored.toSorted())
      expect(guids).toHaveLength(stored.length + 2)
      expect(await lectern.stop()).toBe(0)
      const storage = openAsItIs(lectern.library)
      expect(
        (await sql<{ n: number }>`select count(*) as n from entries`.execute(storage.db)).rows[0]?.n,
      ).toBe(stored.length + 5)
      expect(await integrityProblems(storage)).toEqual([])
      await storage.close()
    } finally {
      await lectern.kill()
      tight.end()
      site.close()
    }
  },
  180_000,
)
