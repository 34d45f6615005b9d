// @vitest-environment happy-dom
import '../../model/everything.ts'
import { allSettled, createWatch, fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import episodes from '../../../locales/en/episodes.json'
import type { TranscriptLine } from '../../contract/podcast.ts'
import { registry } from '../../model/app/index.ts'
import { $transcripts } from '../../model/episodes/index.ts'
import { $lineAt, $player } from '../../model/player/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { passagesOf } from './transcript-passages.ts'
import { Transcript } from './transcript.tsx'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { episodes } } }))

const line = (start: number | null, text: string, speaker?: string): TranscriptLine => ({
  start,
  end: start === null ? null : start + 2,
  text,
  ...(speaker !== undefined && { speaker }),
})

test('lines are paragraphs by speaker, by pauses and by length; without times each is one', () => {
  const long = `${'Long talk '.repeat(34)}ends.`
  const passages = passagesOf([
    line(0, 'Hello', 'Ada'),
    line(2, 'again.', 'Ada'),
    line(4, 'Hi.', 'Grace'),
    line(20, 'After a pause.', 'Grace'),
    line(22, long, 'Grace'),
    line(24, 'Next.', 'Grace'),
  ])
  expect(
    passages.map(({ start, speaker, lines }) => [start, speaker, lines.map(({ index }) => index)]),
  ).toEqual([
    [0, 'Ada', [0, 1]],
    [4, 'Grace', [2]],
    [20, undefined, [3, 4]],
    [24, undefined, [5]],
  ])
  expect(passagesOf([line(null, 'a'), line(null, 'b')])).toHaveLength(2)
})

async function drawn(lines: readonly TranscriptLine[], more: (scope: Scope) => void = () => {}) {
  const scope = fork({
    values: [
      [$transcripts, new Map([['e', { status: 'ready', value: { lines, language: 'en' } }]])],
      [$player, { ...fork().getState($player), track: { entryId: 'e' }, currentTime: 3 }],
    ],
  })
  more(scope)
  const box = document.createElement('div')
  document.body.append(box)
  flushSync(() =>
    createRoot(box).render(
      <Provider value={scope}>
        <Transcript entry={{ id: 'e', feedId: 'f', title: 'E', url: null } as unknown as EntryHead} />
      </Provider>,
    ),
  )
  await allSettled(scope)
  return { box, scope }
}

test('arrows lead from time to time, and a click on a line of what plays moves there', async () => {
  const invoked: unknown[] = []
  const { box } = await drawn(
    [line(0, 'One.', 'Ada'), line(70, 'Two.', 'Grace'), line(72, 'Three.', 'Grace')],
    (scope) => {
      createWatch({ unit: registry.commandInvoked, scope, fn: ({ id, args }) => invoked.push([id, args]) })
    },
  )
  const times = [...box.querySelectorAll<HTMLElement>('.transcript-time')]
  expect(times.map(({ textContent, tabIndex }) => [textContent, tabIndex])).toEqual([
    ['0:00', 0],
    ['1:10', -1],
  ])
  expect(times[1]?.dataset).toMatchObject({
    commandId: 'player:play-from',
    commandArgs: '{"entries":["e"],"seconds":70}',
  })
  times[0]?.focus()
  times[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  expect(document.activeElement).toBe(times[1])
  expect(times.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
  box.querySelector<HTMLElement>('[data-line="2"]')?.click()
  expect(invoked).toEqual([['player:play-from', { entries: ['e'], seconds: 72 }]])
})

test('a transcript without times says that it cannot be followed, and has no control for it', async () => {
  const { box, scope } = await drawn([line(null, 'One.')])
  expect(scope.getState($lineAt)).toBe(-1)
  expect(box.querySelector('.transcript-untimed')?.textContent).toBe(episodes.transcript.untimed)
  expect(box.querySelectorAll('button')).toHaveLength(0)
})
