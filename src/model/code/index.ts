/** Calls that need the code of the second factor (4008): the user is asked for it, and the call repeated. */
import { createEvent, createStore, sample, type Effect } from 'effector'
import { asApiError } from '../../api/index.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { dialogOpened, type DialogRequest } from '../layout/index.ts'

/** The part of a call's input that carries the code (wire-contract 1.4). */
export type CodeInput = { readonly TOTPCode?: string }
/** Rejects with the failure of the call. */
export type CodeCall = Effect<CodeInput, unknown>

const codeRequired = createEvent<CodeCall>()
/** The call that the open dialog repeats. */
export const $codeCall = createStore<{ readonly call: CodeCall } | null>(null, { serialize: 'ignore' }).on(
  codeRequired,
  (_, call) => ({ call }),
)
sample({ clock: codeRequired, fn: (): DialogRequest => ({ id: 'code' }), target: dialogOpened })

const keyOf = (error: unknown) => {
  const known = asApiError(error)
  return known?.kind === 'refused' ? known.key : null
}
/** The code was wrong; the dialog says so. */
export const isWrongCode = (error: unknown): boolean => keyOf(error) === 'invalidTwoFactorCode'
/** The call needs a code, and had none. */
export const isCodeMissing = (error: unknown): boolean => keyOf(error) === 'twoFactorCodeRequired'

type RepeatOptions = {
  /** A failure that the caller deals with itself. */
  readonly isHandled?: (error: unknown) => boolean
}

/** Asks for the code when the call is refused for want of it; notifies the user of its other failures. */
export function repeatWithCode<Done>(
  call: Effect<CodeInput, Done>,
  { isHandled = () => false }: RepeatOptions = {},
): void {
  sample({
    clock: call.failData.filter({ fn: isCodeMissing }),
    fn: () => call as CodeCall,
    target: codeRequired,
  })
  notifyFailures(
    call.failData.filter({
      fn: (error) => !isCodeMissing(error) && !isWrongCode(error) && !isHandled(error),
    }),
  )
}
