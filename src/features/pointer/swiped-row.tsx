/** A row that is swiped: it follows the finger, and the icon of what letting go does shows in the gap. */
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { registry } from '../../model/app/registry.ts'
import { Icon } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'
import { entryRowAt } from './entry-row-at.ts'
import { $general } from '../../model/settings/index.ts'
import { commandOfSwipe, mayBeginAt, swipeOf, type Swipe } from './swipe.ts'
import { swallowClick } from './use-long-press.ts'

type Gap = Omit<Swipe, 'offset'> & {
  readonly command: string
  readonly top: number
  readonly height: number
  readonly left: number
  readonly width: number
}

export function SwipedRow() {
  const { invoke, settings } = useUnit({ invoke: registry.commandInvoked, settings: $general })
  const faceOf = useCommandPresentation()
  const [gap, setGap] = useState<Gap | null>(null)
  useEffect(
    () =>
      listenForSwipes({
        onMove: setGap,
        commandOf: (swipe) => commandOfSwipe(swipe, settings),
        onSwipe: (id, command) => invoke({ id: command, source: 'swipe', args: { entries: [id] } }),
      }),
    [invoke, settings],
  )
  if (!gap) return null
  const { command, side, isArmed, isFar: _, ...box } = gap
  const face = faceOf(command)
  return (
    <div
      className="swipe-gap"
      data-side={side}
      data-armed={isArmed || undefined}
      style={box}
      aria-hidden="true"
    >
      <Icon name={face?.icon ?? 'command'} />
    </div>
  )
}

type SwipeListeners = {
  /** null: the row is back in its place. */
  readonly onMove: (gap: Gap | null) => void
  /** null: this way does nothing. */
  readonly commandOf: (swipe: Swipe) => string | null
  readonly onSwipe: (id: string, command: string) => void
}

/** @returns removes the listeners */
function listenForSwipes({ onMove, commandOf, onSwipe }: SwipeListeners): () => void {
  let touched: {
    readonly row: HTMLElement
    readonly pointer: number
    readonly x: number
    readonly y: number
  } | null = null
  let swipe: Swipe | null = null
  const listening = new AbortController()
  const release = () => {
    const row = touched?.row
    touched = null
    swipe = null
    if (!row) return
    row.style.translate = ''
    onMove(null)
  }
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, listener, { signal: listening.signal, passive: true })
  on('pointerdown', ({ target, pointerType, isPrimary, pointerId, clientX, clientY }) => {
    release()
    const row = entryRowAt(target)
    if (pointerType !== 'touch' || !isPrimary || !row || !mayBeginAt(clientX, window.innerWidth)) return
    if (isGridRow(row) || scrollsSideways(target as Element, row)) return
    touched = { row, pointer: pointerId, x: clientX, y: clientY }
  })
  on('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pointerId !== touched?.pointer) return
    const next = swipeOf(clientX - touched.x, clientY - touched.y, swipe !== null)
    if (next === 'undecided') return
    const command = next && commandOf(next)
    if (next === null || command === null) return release()
    swipe = next
    const { row } = touched
    row.style.translate = `${next.offset}px`
    const { top, height, left, right } = row.getBoundingClientRect()
    const width = Math.abs(next.offset)
    onMove({
      command,
      side: next.side,
      isArmed: next.isArmed,
      isFar: next.isFar,
      top,
      height,
      width,
      left: next.side === 'start' ? left - width : right,
    })
  })
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== touched?.pointer) return
    const [id, ended] = [touched.row.dataset.entryId, swipe]
    release()
    if (!ended) return
    swallowClick()
    const command = commandOf(ended)
    if (ended.isArmed && id !== undefined && command !== null) onSwipe(id, command)
  })
  on('pointercancel', release)
  return () => {
    release()
    listening.abort()
  }
}

const isGridRow = (row: Element): boolean =>
  row.closest('.entry-list')?.matches('[data-layout="picture"], [data-layout="video"]') ?? true

/** Pictures of a post, for example. */
function scrollsSideways(target: Element, row: Element): boolean {
  for (let element: Element | null = target; element && element !== row; element = element.parentElement)
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true
  return false
}
