/** What the worker was sent and has not responded to. */
export type PendingCalls<T> = {
  open(): { readonly id: number; readonly promise: Promise<T> }
  /** An id that is not pending is ignored. */
  resolve(id: number, value: T): void
  reject(id: number, error: unknown): void
  /** The worker has ended. */
  end(): void
}

/**
 * One for each kind, so that the response to a call of one kind, which is checked, cannot stand for another.
 * @param atEnd settles a call to which the worker has not responded when it ends
 */
export function createPendingCalls<T>(atEnd: (call: PromiseWithResolvers<T>) => void): PendingCalls<T> {
  const pending = new Map<number, PromiseWithResolvers<T>>()
  let last = 0
  const settle = (id: number, how: (call: PromiseWithResolvers<T>) => void) => {
    const call = pending.get(id)
    pending.delete(id)
    if (call) how(call)
  }
  return {
    open() {
      const id = ++last
      const call = Promise.withResolvers<T>()
      pending.set(id, call)
      return { id, promise: call.promise }
    },
    resolve: (id, value) => settle(id, ({ resolve }) => resolve(value)),
    reject: (id, error) => settle(id, ({ reject }) => reject(error)),
    end() {
      for (const id of pending.keys()) settle(id, atEnd)
    },
  }
}
