/** Calls that need the code of the second factor (4008): a dialog requests it and repeats the call. */
import { createEvent, createStore, sample, type Effect } from 'effector'
import { asApiError } from '../../api/index.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { dialogOpened, type DialogRequest } from '../layout/index.ts'

/** The part of a call's input with the code (wire-contract 1.4). */
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
  /** A failure that the caller handles. */
  readonly isHandled?: (error: unknown) => boolean
}

/** Requests the code when the call is refused without it; notifies the user of its other failures. */
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
