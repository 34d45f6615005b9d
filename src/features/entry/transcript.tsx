import { combine } from 'effector'
import { useStoreMap, useUnit } from 'effector-react'
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Transcript as TranscriptText } from '../../contract/podcast.ts'
import { registry } from '../../model/app/index.ts'
import { $transcripts, transcriptRequested } from '../../model/episodes/index.ts'
import { $lineAt, $player } from '../../model/player/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { Button, EmptyState, ErrorState, formatClock, SkeletonText, useTranslation } from '../../ui/index.ts'
import { EntryHighlights } from './entry-highlights.tsx'
import { HighlightedPassage } from './highlighted-passage.tsx'
import { SelectedTextBar } from './selected-text-bar.tsx'
import { passagesOf } from './transcript-passages.ts'
import { useSelectedRange } from './use-selected-range.ts'
import './episode.css'

/** The transcript of an episode in place of its show notes. */
export function Transcript({ entry }: { readonly entry: EntryHead }) {
  const { t, ready } = useTranslation(['episodes', 'common'])
  const request = useUnit(transcriptRequested)
  const { id } = entry
  const file = useStoreMap({
    store: $transcripts,
    keys: [id],
    fn: (files, [entryId]) => files.get(entryId) ?? null,
  })
  useEffect(() => void request(id), [request, id])
  if (!ready) return null
  if (file?.status === 'ready') {
    if (file.value && file.value.lines.length > 0) return <Lines entry={entry} transcript={file.value} />
    return <EmptyState title={t('transcript.empty')} description={t('transcript.emptyWords')} />
  }
  if (file?.status === 'failed')
    return (
      <ErrorState
        title={t('transcript.failed')}
        description={file.isOffline ? t('transcript.offline') : (file.reason ?? t('transcript.failedWords'))}
        actions={<Button onClick={() => request(id)}>{t('common:action.retry')}</Button>}
      />
    )
  return (
    <div className="entry-waiting" role="status" aria-label={t('transcript.loading')}>
      <SkeletonText lines={4} />
      <SkeletonText lines={5} />
    </div>
  )
}

type LinesProps = { readonly entry: EntryHead; readonly transcript: TranscriptText }

function Lines({ entry, transcript }: LinesProps) {
  const { t } = useTranslation('episodes')
  const box = useRef<HTMLDivElement>(null)
  const selectedRange = useSelectedRange(box)
  const invoke = useUnit(registry.commandInvoked)
  const { id } = entry
  const isPlaying = useStoreMap($player, ({ track }) => track?.entryId === id)
  const playing = usePlayingLine(box, id)
  const isTimed = transcript.lines.some(({ start }) => start !== null)
  const clicked = ({ target }: MouseEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
    const seconds = transcript.lines[Number(line?.dataset['line'])]?.start
    // Text is read and selected by clicks, too: only what plays already moves by them.
    if (!isPlaying || seconds === undefined || seconds === null || !window.getSelection()?.isCollapsed) return
    invoke({ id: 'player:play-from', source: 'button', args: { entries: [id], seconds } })
  }
  return (
    <section className="transcript" aria-label={t('transcript.title')}>
      {!isTimed && <p className="transcript-untimed">{t('transcript.untimed')}</p>}
      <div
        ref={box}
        className="ui-prose entry-content"
        dir="auto"
        lang={transcript.language ?? undefined}
        data-playing={isPlaying || undefined}
        onClick={clicked}
        onKeyDown={stepBetweenTimes}
      >
        <Passages id={id} transcript={transcript} />
      </div>
      {playing.isAway && (
        <Button className="transcript-back" size="small" onClick={playing.show}>
          {t('transcript.toPlaying')}
        </Button>
      )}
      <HighlightedPassage entryId={id} content={box} shown={transcript} />
      <EntryHighlights entryId={id} content={box} selectedRange={selectedRange} />
      <SelectedTextBar entry={entry} content={box} selectedRange={selectedRange} />
    </section>
  )
}

/** Drawn once: which line plays is marked without React. */
const Passages = memo(function Passages({
  id,
  transcript,
}: {
  readonly id: string
  readonly transcript: TranscriptText
}) {
  const { t } = useTranslation('episodes')
  const passages = useMemo(() => passagesOf(transcript.lines), [transcript])
  return passages.map(({ start, speaker, lines }, at) => (
    <p key={lines[0]?.index} className="transcript-passage" data-timed={start !== null || undefined}>
      {start !== null && (
        <button
          type="button"
          className="transcript-time"
          // One stop for Tab; arrows walk through the others.
          tabIndex={at === 0 ? 0 : -1}
          aria-label={t('transcript.playFrom', { time: formatClock(start) })}
          data-command-id="player:play-from"
          data-command-args={JSON.stringify({ entries: [id], seconds: start })}
        >
          {formatClock(start)}
        </button>
      )}
      {speaker && <strong className="transcript-speaker">{speaker} </strong>}
      {lines.map(({ index, text }) => (
        <span key={index} data-line={index}>
          {text}{' '}
        </span>
      ))}
    </p>
  ))
})

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Arrows and j, k lead from time to time; Enter plays from the focused one. */
function stepBetweenTimes(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const { target, currentTarget } = event
  if (!step || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLButtonElement))
    return
  event.preventDefault()
  event.stopPropagation()
  const all = [...currentTarget.querySelectorAll<HTMLElement>('.transcript-time')]
  const next = all[all.indexOf(target) + step]
  if (!next) return
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

const $playing = combine($player, $lineAt, ({ track }, line) => ({ entryId: track?.entryId ?? null, line }))

/**
 * Marks the line that plays, and keeps it in view for as long as it was in view. `isAway`: the user has scrolled elsewhere.
 */
function usePlayingLine(box: RefObject<HTMLElement | null>, entryId: string) {
  const line = useStoreMap($playing, (playing) => (playing.entryId === entryId ? playing.line : -1))
  const current = useRef<HTMLElement>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const next = box.current?.querySelector<HTMLElement>(`[data-line="${line}"]`) ?? null
    const before = current.current
    current.current = next
    if (!next) return setAway(false)
    next.ariaCurrent = 'true'
    const jumped = Math.abs(line - Number(before?.dataset['line'] ?? -Infinity)) > 1
    if (!before || jumped || isInView(before)) showLine(next)
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false), {
      root: next.closest('.entry-scroll'),
    })
    observer.observe(next)
    return () => {
      next.removeAttribute('aria-current')
      observer.disconnect()
    }
  }, [box, line])
  return { isAway, show: () => current.current && showLine(current.current) }
}

function isInView(line: HTMLElement): boolean {
  const view = line.closest('.entry-scroll')?.getBoundingClientRect()
  const { top, bottom } = line.getBoundingClientRect()
  return view !== undefined && bottom > view.top && top < view.bottom
}

/** In the middle of the pane, unless it is well in view. */
function showLine(line: HTMLElement): void {
  const scroller = line.closest('.entry-scroll')
  if (!scroller) return
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = line.getBoundingClientRect()
  const margin = view.height / 4
  if (top > view.top + margin && bottom < view.bottom - margin) return
  const calm = matchMedia('(prefers-reduced-motion)').matches
  scroller.scrollBy({
    top: (top + bottom) / 2 - (view.top + view.height / 2),
    behavior: calm ? 'instant' : 'smooth',
  })
}
