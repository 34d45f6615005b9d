/** The entry by which a user tries whether a plugin saves: it is in no feed, and nothing of it is stored here. */
import type { Input } from '../../contract/calls.ts'
import { TEST_ENTRY, type Caller } from '../../plugin-api/server.ts'

/** Reserved for such purposes (RFC 2606); services can fetch it. */
const ADDRESS = 'https://example.com/'

export type TestEntry = Omit<Input<'plugins.test'>, 'plugin'>

export function testEntryOf({ title, picture }: TestEntry, at: number): Awaited<ReturnType<Caller['entry']>> {
  const time = new Date(at).toISOString()
  return {
    entry: {
      id: TEST_ENTRY,
      guid: ADDRESS,
      title,
      url: ADDRESS,
      description: title,
      content: '',
      author: 'Lectern',
      authorUrl: null,
      authorAvatar: null,
      language: null,
      categories: null,
      publishedAt: time,
      insertedAt: time,
      media: picture === undefined ? null : [{ type: 'photo', url: picture }],
    },
    feed: { type: 'feed', url: ADDRESS, title: 'Lectern' },
    labels: [],
    starred: false,
    folder: '',
  }
}
