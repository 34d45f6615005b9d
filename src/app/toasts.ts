/** Errors and notices of the model as toasts (spec 8: by their code, with the reason to copy). */
import { createWatch, scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { errorNotified, infoNotified, registry, type UserNotification } from '../model/index.ts'
import { toast, type ToastOptions } from '../ui/index.ts'
import { allWords } from './i18n.ts'

/** Spec 8: 5 s; codes that begin with 11 (trial limits) stay 100 s. */
const ERROR_MS = 5000
const ACTIVATION_MS = 100_000

export function showToasts(scope: Scope): void {
  const invoked = scopeBind(registry.commandInvoked, { scope })
  const say = async (told: UserNotification, options: ToastOptions) => {
    if (!isKnown(told)) await allWords()
    toast(wordsOf(told), {
      ...options,
      description: told.reason,
      ...(told.reason && {
        copy: { label: i18next.t('common:action.copy'), doneLabel: i18next.t('common:state.copied') },
      }),
      ...(told.action && {
        action: {
          label: i18next.t(told.action.title),
          onPress: () => invoked({ id: told.action?.command ?? '', source: 'button' }),
        },
      }),
    })
  }
  createWatch({
    unit: errorNotified,
    scope,
    fn: (told) =>
      void say(told, {
        // The same refusal said twice is one toast.
        id: `error ${told.key} ${told.reason ?? ''}`,
        tone: 'danger',
        duration:
          told.code && String(told.code).startsWith('11') && told.code >= 1100 ? ACTIVATION_MS : ERROR_MS,
      }),
  })
  createWatch({ unit: infoNotified, scope, fn: (told) => void say(told, { id: `notice ${told.key}` }) })
}

// Words with a plural exist only beside their count.
const isKnown = ({ key, values }: UserNotification): boolean => i18next.exists(key, { ...values })

function wordsOf(told: UserNotification): string {
  const { key, values, code, message } = told
  if (isKnown(told)) return i18next.t(key, { ...values, code })
  return message ?? i18next.t('errors:unexpected')
}
