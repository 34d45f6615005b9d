/** Calls to the other side without a response yet, by number. */
export type PendingCalls<T> = {
  open(): { readonly id: number; readonly promise: Promise<T> }
  /** An id that is not pending is ignored. */
  resolve(id: number, value: T): void
  reject(id: number, error: unknown): void
  /** The other side has ended. @param settle ends a call without a response */
  settleAll(settle: (call: PromiseWithResolvers<T>) => void): void
}

/** One for each kind of call whose responses are checked, so that the response to one kind cannot stand for another. */
export function createPendingCalls<T>(): PendingCalls<T> {
  const pending = new Map<number, PromiseWithResolvers<T>>()
  let last = 0
  const settleOne = (id: number, settle: (call: PromiseWithResolvers<T>) => void) => {
    const call = pending.get(id)
    pending.delete(id)
    if (call) settle(call)
  }
  return {
    open() {
      const id = ++last
      const call = Promise.withResolvers<T>()
      pending.set(id, call)
      return { id, promise: call.promise }
    },
    resolve: (id, value) => settleOne(id, ({ resolve }) => resolve(value)),
    reject: (id, error) => settleOne(id, ({ reject }) => reject(error)),
    settleAll(settle) {
      for (const id of pending.keys()) settleOne(id, settle)
    },
  }
}
