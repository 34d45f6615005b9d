/** Payments of plugins that may need the code of the second factor. */
import { createEffect, createEvent, sample } from 'effector'
import { isCodeMissing, isWrongCode, repeatWithCode } from '../../../model/code/index.ts'
import { $dialogStack } from '../../../model/layout/index.ts'
import type { CodeInput, WithCode } from '../../../plugin-api/calls.ts'
import { PluginRefusal } from '../../../plugin-api/client.ts'
import type { Trigger } from '../app-scope.ts'

type Payment = {
  readonly call: (code: CodeInput) => Promise<unknown>
  readonly outcome: PromiseWithResolvers<unknown>
}

export function createWithCode(trigger: Trigger): WithCode {
  let payment: Payment | null = null
  const end = (how: (outcome: Payment['outcome']) => void) => {
    const ended = payment
    payment = null
    if (ended) how(ended.outcome)
  }
  const payFx = createEffect(async (code: CodeInput) => {
    try {
      const done = await payment?.call(code)
      end(({ resolve }) => resolve(done))
    } catch (error) {
      const failure = error instanceof PluginRefusal ? error.cause : error
      if (!isCodeMissing(failure) && !isWrongCode(failure)) end(({ reject }) => reject(error))
      throw failure
    }
  })
  // Whoever awaits the payment shows its other failures.
  repeatWithCode(payFx, { isHandled: () => true })
  const requested = createEvent()
  sample({ clock: requested, fn: () => ({}), target: payFx })
  const $isOpen = $dialogStack.map((stack) => stack.some(({ id }) => id === 'code'))
  const cancelFx = createEffect(() => end(({ resolve }) => resolve(null)))
  sample({ clock: $isOpen.updates, filter: (isOpen) => !isOpen, fn: () => {}, target: cancelFx })
  return <T>(call: (code: CodeInput) => Promise<T>) => {
    end(({ resolve }) => resolve(null))
    const outcome = Promise.withResolvers<unknown>()
    payment = { call, outcome }
    trigger(requested, undefined)
    return outcome.promise as Promise<T | null>
  }
}
