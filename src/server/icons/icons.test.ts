import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runJobs } from '../../../tests/support/jobs.ts'
import { startSite, type Site } from '../../../tests/support/site.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { askFever, feverKeyOf, makeShelf, type Shelf } from '../../../tests/support/sync.ts'
import { iconQueue } from './icons.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const ICO = Buffer.from('00000100010010100000', 'hex')
const DAY = 86_400_000

type Favicon = { id: number; data: string }

describe('icons', () => {
  let server: TestServer
  let site: Site
  let shelf: Shelf
  let later = 0
  let pictures: Record<string, Buffer> = {}
  beforeEach(async () => {
    later = 0
    pictures = { '/own.png': PNG, '/favicon.ico': ICO }
    site = await startSite()
    site.answer = ({ url }, response) => {
      const picture = pictures[url ?? '']
      response.writeHead(picture ? 200 : 404).end(picture)
    }
    const env = { FETCH_ALLOW: '127.0.0.1' }
    server = await startTestServer({ env, now: () => Date.now() + later })
    shelf = await makeShelf(server)
    await picture(0, { image: `${site.url}/own.png`, siteUrl: site.url })
    await picture(1, { image: null, siteUrl: `${site.url}/blog/` })
    await picture(2, { image: `${site.url}/nowhere.png`, siteUrl: 'http://10.0.0.1/' })
  })
  afterEach(async () => {
    site.close()
    await server.close()
  })

  const picture = (at: 0 | 1 | 2, set: { image: string | null; siteUrl: string }) =>
    server.storage.db.updateTable('feeds').set(set).where('id', '=', shelf.feeds[at]).execute()
  const ask = (query: string) => askFever(server, '/fever/', query, { api_key: feverKeyOf(shelf) })
  const favicons = async () => (await ask('favicons'))['favicons'] as Favicon[]
  const faviconIds = async () =>
    ((await ask('feeds'))['feeds'] as { favicon_id: number }[]).map(({ favicon_id: id }) => id)

  /** Runs the pending jobs. @returns their number */
  async function work(): Promise<number> {
    const { done, failed } = await runJobs(server.storage, iconQueue(server.services), Date.now() + later)
    expect(failed).toEqual([])
    return done.length
  }

  test('a reader waits for no picture, and has those that there are the next time', async () => {
    expect(await favicons()).toEqual([])
    expect(site.requests).toEqual([])
    expect(await faviconIds()).toEqual([0, 0, 0])
    expect(await work()).toBe(3)
    expect(await favicons()).toEqual([
      { id: 1, data: `image/png;base64,${PNG.toString('base64')}` },
      { id: 2, data: `image/x-icon;base64,${ICO.toString('base64')}` },
    ])
    expect(await faviconIds()).toEqual([1, 2, 0])
  })

  test('a client that requests images only for feeds with one gets them too', async () => {
    expect(await faviconIds()).toEqual([0, 0, 0])
    expect(await work()).toBe(3)
    expect(await faviconIds()).toEqual([1, 2, 0])
  })

  test('a cached icon is not fetched again until it expires or the feed names another', async () => {
    await favicons()
    await work()
    await favicons()
    expect(await work()).toBe(0)
    later = 8 * DAY
    await favicons()
    expect(await work()).toBe(1)
    later = 31 * DAY
    await favicons()
    expect(await work()).toBe(3)
    await picture(0, { image: `${site.url}/favicon.ico`, siteUrl: site.url })
    await favicons()
    expect(await work()).toBe(1)
    expect((await favicons())[0]?.data).toMatch(/^image\/x-icon/)
  })

  test.each([
    ['a page instead of a picture', Buffer.from('<!doctype html><p>Not found')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a cover as large as an album', Buffer.concat([PNG, Buffer.alloc(70_000)])],
    ['nothing', Buffer.alloc(0)],
  ])('%s gives way to the site’s own icon', async (_, body) => {
    pictures = { ...pictures, '/own.png': body }
    await favicons()
    await work()
    expect((await favicons())[0]).toEqual({ id: 1, data: `image/x-icon;base64,${ICO.toString('base64')}` })
  })

  test('a private address is never requested, for an image as for anything else', async () => {
    await server.close()
    server = await startTestServer()
    shelf = await makeShelf(server)
    await picture(0, { image: `${site.url}/own.png`, siteUrl: site.url })
    await favicons()
    await work()
    expect(site.requests).toEqual([])
    expect(await favicons()).toEqual([])
  })
})
