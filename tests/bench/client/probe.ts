/** Runs in the page before anything else: when a press has painted what it was for, frames, long tasks, and what jumped. */
export type Frames = {
  /** Per cent of the frames that were due. */
  readonly dropped: number
  /** Per cent of those that came in which no row stood in the middle of the list. */
  readonly blank: number
  /** ms */
  readonly worst: number
}

export type LongTask = {
  /** By the clock. */
  readonly ms: number
  /** ms since the page was requested, at its beginning */
  readonly at: number
  /** The last key pressed before its end, if any. */
  readonly key: string | undefined
}

type Probe = {
  /** The next keydown starts the clock, which stops with the frame in which `read` returns a new value. */
  arm(read: () => string, timeoutMs: number): void
  /** ms from the press to the paint; NaN when nothing new came in time. */
  painted(): Promise<number>
  countFrames(scroller?: string, row?: string): void
  framesCounted(): Frames
  /** Tasks over 50 ms since the last call. */
  longTasks(): LongTask[]
  /** Sum of layout shifts without user input since the last call. */
  shifted(): number
  /** The longest time for which the main thread was blocked since the last call, ms. */
  watchThread(): void
  longestTask(): number
}

declare global {
  interface Window {
    bench: Probe
  }
}

export function installProbe(): void {
  let tasks: LongTask[] = []
  const presses: { readonly key: string; readonly at: number }[] = []
  const note = ({ key, ctrlKey, timeStamp: at }: KeyboardEvent) => {
    presses.push({ key: ctrlKey ? `Control+${key}` : key, at })
    if (presses.length > 50) presses.shift()
  }
  addEventListener('keydown', note, { capture: true })
  let shift = 0
  let result: Promise<number> = Promise.resolve(Number.NaN)
  new PerformanceObserver((list) => {
    for (const { duration: ms, startTime: at } of list.getEntries())
      tasks.push({ ms, at, key: presses.findLast((press) => press.at < at + ms)?.key })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!one.hadRecentInput) shift += one.value
  }).observe({ type: 'layout-shift', buffered: true })

  /** After the current frame: a message cannot arrive before it is painted. */
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => then())
      port1.start()
      port2.postMessage(null)
    })
  const hasRowAt = (row: string, y: number): boolean =>
    [...document.querySelectorAll(row)].some((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top <= y && bottom >= y
    })
  const frames = { on: false, gaps: [] as number[], blank: 0, seen: 0 }
  const thread = { on: false, longest: 0, last: 0 }
  const channel = new MessageChannel()
  channel.port1.addEventListener('message', () => {
    if (!thread.on) return
    const now = performance.now()
    thread.longest = Math.max(thread.longest, now - thread.last)
    thread.last = now
    channel.port2.postMessage(null)
  })
  channel.port1.start()

  window.bench = {
    arm(read, timeoutMs) {
      const before = read()
      result = new Promise((resolve) => {
        const pressed = (event: KeyboardEvent) => {
          const look = () => {
            const now = read()
            if (now !== '' && now !== before)
              return afterPaint(() => resolve(performance.now() - event.timeStamp))
            if (performance.now() - event.timeStamp > timeoutMs) return resolve(Number.NaN)
            requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener('keydown', pressed, { capture: true, once: true })
      })
    },
    painted: () => result,
    countFrames(scroller, row) {
      Object.assign(frames, { on: true, gaps: [], blank: 0, seen: 0 })
      const box = scroller ? document.querySelector(scroller)?.getBoundingClientRect() : undefined
      let last = performance.now()
      const frame = (now: number) => {
        if (!frames.on) return
        frames.gaps.push(now - last)
        last = now
        frames.seen += 1
        if (box && row && !hasRowAt(row, box.y + box.height / 2)) frames.blank += 1
        requestAnimationFrame(frame)
      }
      requestAnimationFrame((now) => {
        last = now
        requestAnimationFrame(frame)
      })
    },
    framesCounted() {
      frames.on = false
      const dropped = frames.gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / 16.667) - 1), 0)
      return {
        dropped: (100 * dropped) / (frames.seen + dropped),
        blank: (100 * frames.blank) / frames.seen,
        worst: Math.max(0, ...frames.gaps),
      }
    },
    longTasks: () => tasks.splice(0),
    shifted() {
      const before = shift
      shift = 0
      return before
    },
    watchThread() {
      Object.assign(thread, { on: true, longest: 0, last: performance.now() })
      channel.port2.postMessage(null)
    },
    longestTask() {
      thread.on = false
      return thread.longest
    },
  }
}
