/**
 * A queue that many owners share: the one that has used least is next, so that none waits for the long queue of another
 * (start-time fair queueing: a task counts by its duration).
 */
export type FairQueue = {
  /**
   * @param owner the owner that it counts for
   * @param options.isPatient whether others go first until it has waited for `hurryAfterMs`
   */
  readonly add: <T>(
    owner: string,
    work: () => Promise<T>,
    options?: { readonly isPatient?: boolean },
  ) => Promise<T>
}

type Task = {
  readonly run: () => Promise<void>
  readonly isPatient: boolean
  /** ms */
  readonly since: number
}

/** @param options.perOwner maximum number of running tasks of one owner @param options.now ms */
export function createFairQueue({
  concurrency,
  perOwner = concurrency,
  hurryAfterMs = Infinity,
  now = Date.now,
}: {
  readonly concurrency: number
  readonly perOwner?: number
  readonly hurryAfterMs?: number
  readonly now?: () => number
}): FairQueue {
  /** By owner, in order; none is empty. */
  const waiting = new Map<string, Task[]>()
  const running = new Map<string, number>()
  /** ms that an owner has used, relative to the waiting owners. */
  const used = new Map<string, number>()
  let least = 0
  let active = 0

  const usedBy = (owner: string): number => Math.max(used.get(owner) ?? 0, least)
  const next = (): { owner: string; task: Task } | null => {
    const isHurried = (task: Task) => !task.isPatient || now() - task.since >= hurryAfterMs
    const heads = [...waiting].flatMap(([owner, tasks]) => {
      const task = tasks.find(isHurried) ?? tasks[0]
      return task && (running.get(owner) ?? 0) < perOwner ? [{ owner, task }] : []
    })
    const hurried = heads.filter(({ task }) => isHurried(task))
    const [first = null, ...others] = hurried.length > 0 ? hurried : heads
    return others.reduce((best, one) => (best && usedBy(one.owner) < usedBy(best.owner) ? one : best), first)
  }
  const hasPlace = () => active < concurrency
  const start = (): void => {
    while (hasPlace()) {
      const found = next()
      if (!found) return
      void runOne(found)
    }
  }
  const runOne = async ({ owner, task }: { owner: string; task: Task }): Promise<void> => {
    const rest = (waiting.get(owner) ?? []).filter((one) => one !== task)
    if (rest.length > 0) waiting.set(owner, rest)
    else waiting.delete(owner)
    active += 1
    running.set(owner, (running.get(owner) ?? 0) + 1)
    least = usedBy(owner)
    const began = now()
    await task.run()
    active -= 1
    const left = (running.get(owner) ?? 1) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    used.set(owner, usedBy(owner) + now() - began)
    if (active === 0 && waiting.size === 0) {
      used.clear()
      least = 0
    }
    start()
  }
  return {
    add(owner, work, { isPatient = false } = {}) {
      let run = async () => {}
      const result = new Promise<Awaited<ReturnType<typeof work>>>((resolve, reject) => {
        run = async () => {
          try {
            resolve(await work())
          } catch (error) {
            reject(error as Error)
          }
        }
      })
      waiting.set(owner, [...(waiting.get(owner) ?? []), { run, isPatient, since: now() }])
      start()
      return result
    },
  }
}
