import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { registry } from '../src/model/app/index.ts'
import { $dialogStack } from '../src/model/layout/index.ts'
import { $entrySummaries, rowsRequested } from '../src/model/entries/index.ts'
import { filmStageClosed, filmStageOpened, $siteFilm } from '../src/model/player/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

const PAGE = 'https://www.youtube.com/watch?v=abcdefghijk'

async function withFilm() {
  const server = createFakeServer()
  server.follow('1', { view: 0 })
  server.publish('1', '7', Date.UTC(2026, 0, 15), {
    files: { media: [{ type: 'video', url: PAGE }], attachments: [] },
  })
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(rowsRequested, { scope, params: ['7'] })
  await reader.settled()
  const run = (id: string, args = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard', args } })
  return { scope, run, play: () => run('player:play', { entries: ['7'] }) }
}

test("a site's film plays on its stage where its entry is shown, else in a dialog", async () => {
  const { scope, run, play } = await withFilm()
  expect(scope.getState($entrySummaries).get('7')?.media[0]?.url).toBe(PAGE)
  await play()
  expect(scope.getState($dialogStack).map(({ id }) => id)).toEqual(['player-embed'])
  expect(scope.getState($siteFilm)).toBeNull()
  await allSettled(filmStageOpened, { scope, params: PAGE })
  await play()
  expect(scope.getState($dialogStack)).toHaveLength(1)
  expect(scope.getState($siteFilm)).toMatchObject({ page: PAGE, entryId: '7', feedId: '1' })
  await run('player:close-film')
  expect(scope.getState($siteFilm)).toBeNull()
  // Not two of them at once.
  await play()
  await allSettled(filmStageClosed, { scope, params: PAGE })
  expect(scope.getState($siteFilm)).not.toBeNull()
  await play()
  expect(scope.getState($siteFilm)).toBeNull()
})
