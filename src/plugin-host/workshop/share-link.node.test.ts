import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linkTo, readFragment } from './share-link.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const fragmentOf = (link: string | null) => new URL(link ?? '').hash

test('a link carries the whole text of a plugin and its hash, and nothing of it is sent to a server', async () => {
  const bundle = JSON.stringify({ client: 'lectern.start({})', name: '単語を数える 🎉' })
  const link = await linkTo('https://reader.example', bundle, hashOf(bundle))
  expect(link).toMatch(/^https:\/\/reader\.example\/install-plugin#[0-9a-f]{64}\.[\w-]+$/)
  expect(await readFragment(fragmentOf(link))).toEqual({ bundle, hash: hashOf(bundle) })
})

test('a plugin that is too large for a link has none', async () => {
  let bundle = ''
  for (let at = 0; bundle.length < 200_000; at += 1) bundle += hashOf(String(at))
  expect(await linkTo('https://reader.example', bundle, hashOf(bundle))).toBeNull()
})

test.each(['', '#', '#nothing', `#${'0'.repeat(64)}`, `#${'0'.repeat(64)}.AAAA`, `#${'0'.repeat(64)}.a b`])(
  'the link %j carries no plugin',
  async (fragment) => {
    expect(await readFragment(fragment)).toBeNull()
  },
)

test('a link that becomes larger than a plugin may be when it is unpacked is refused', async () => {
  const data = deflateRawSync(Buffer.alloc(30_000_000)).toString('base64url')
  expect(await readFragment(`#${'0'.repeat(64)}.${data}`)).toBeNull()
})
