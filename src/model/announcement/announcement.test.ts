import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { configsReceived } from '../session/index.ts'
import type { Configs } from '../../contract/status.ts'
import { infoNotified } from '../app/events.ts'
import { startReader, type Reader } from '../testing.ts'
import { announcementStarted, parseAnnouncement } from './index.ts'

const textOf = (id: string) => JSON.stringify({ id, title: `News ${id}`, content: 'The server moves.' })

/** The notifications of a page that receives this announcement. */
async function notificationsOf(ANNOUNCEMENT: string, storage?: Reader['storage']) {
  const reader = await startReader(storage ? { storage } : {})
  const notified: unknown[] = []
  createWatch({
    unit: infoNotified,
    scope: reader.scope,
    fn: ({ values }) => notified.push(values?.['title']),
  })
  const configs = { ANNOUNCEMENT } as Configs
  await allSettled(announcementStarted, { scope: reader.scope })
  await allSettled(configsReceived, { scope: reader.scope, params: configs })
  await allSettled(configsReceived, { scope: reader.scope, params: { ...configs } })
  return { notified: notified.filter(Boolean), storage: reader.storage }
}

test('an announcement is told once per id, also over visits', async () => {
  const { notified, storage } = await notificationsOf(textOf('1'))
  expect(notified).toEqual(['News 1'])
  expect(storage.getItem('follow:announcement-1')).not.toBeNull()
  expect((await notificationsOf(textOf('1'), storage)).notified).toEqual([])
  expect((await notificationsOf(textOf('2'), storage)).notified).toEqual(['News 2'])
})

test.each(['', '{', 'null', '{"id":"1","title":"no content"}'])('nothing is told of %s', async (text) => {
  expect(parseAnnouncement(text)).toBeNull()
  expect((await notificationsOf(text)).notified).toEqual([])
})
