/** Shows the model's errors and notices as toasts (spec 8: text by code, with the reason to copy). */
import { createWatch, scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { invalidTwoFactorCode, twoFactorCodeRequired } from '../contract/errors.ts'
import {
  $firstKeys,
  errorNotified,
  infoNotified,
  isTrialLimit,
  notificationsDismissed,
  registry,
  type NotificationAction,
  type UserNotification,
} from '../model/app/index.ts'
import { dismissToast, keyText, toast, type ToastOptions } from '../ui/index.ts'
import { loadAllTranslations } from './i18n.ts'

/** Spec 8: 5 s; the limits of a trial stay 100 s and appear after half a second. */
const ERROR_MS = 5000
const ACTIVATION_MS = 100_000
const ACTIVATION_DELAY_MS = 500

/** Spec 8: where a code of the second factor is needed or wrong, its dialog says so. */
const SECOND_FACTOR: ReadonlySet<number> = new Set([invalidTwoFactorCode[0], twoFactorCodeRequired[0]])

export function showToasts(scope: Scope): void {
  const invoked = scopeBind(registry.commandInvoked, { scope })
  const failed = scopeBind(errorNotified, { scope })
  const actionOf = ({ title, command, args }: NotificationAction) => ({
    label: i18next.t(title),
    onPress: () => invoked({ id: command, source: 'button', ...(args && { args }) }),
  })
  const show = async (notification: UserNotification, options: ToastOptions) => {
    if (!hasTranslation(notification)) await loadTranslations(notification)
    toast(textOf(notification), {
      ...options,
      description: notification.reason,
      keys: notification.keys,
      ...(notification.reason && {
        copy: {
          label: i18next.t('common:action.copy'),
          doneLabel: i18next.t('common:state.copied'),
          onFailed: () => failed({ key: 'errors:client.clipboardWrite' }),
        },
      }),
      ...(notification.action && { action: actionOf(notification.action) }),
      ...(notification.otherAction && {
        otherAction: {
          ...actionOf(notification.otherAction),
          keys: scope.getState($firstKeys).get(notification.otherAction.command),
        },
      }),
    })
  }
  createWatch({
    unit: errorNotified,
    scope,
    fn: (notification) => {
      if (notification.code !== undefined && SECOND_FACTOR.has(notification.code)) return
      if (notification.code !== undefined && isTrialLimit(notification.code))
        // One toast for all limits, also where a caller notifies the user of the same refusal.
        return void setTimeout(
          () => void show(notification, { id: 'error trial-limit', tone: 'danger', duration: ACTIVATION_MS }),
          ACTIVATION_DELAY_MS,
        )
      // A repeated error is one toast.
      const id = `error ${notification.key} ${notification.reason ?? ''}`
      return void show(notification, { id, tone: 'danger', duration: ERROR_MS })
    },
  })
  createWatch({
    unit: infoNotified,
    scope,
    fn: (notification) =>
      void show(notification, {
        id: notification.id ?? `notice ${notification.key}`,
        ...(notification.duration !== undefined && { duration: notification.duration }),
      }),
  })
  createWatch({ unit: notificationsDismissed, scope, fn: (ids) => ids.forEach(dismissToast) })
}

/** The name of a setting is in a namespace that its page loads. */
async function loadTranslations({ values }: UserNotification): Promise<void> {
  const [namespace, name] = String(values?.['label'] ?? '').split(':')
  await Promise.all([loadAllTranslations(), name && namespace && i18next.loadNamespaces(namespace)])
}

// i18next finds a plural message only with its count. The title of a change contains other messages.
const hasTranslation = ({ key, values }: UserNotification): boolean =>
  [key, values?.['change'], values?.['label']].every(
    (one) => one === undefined || i18next.exists(String(one), { ...values }),
  )

/** The title of a change is also part of other messages ("Undo: marked 3 as read"). */
const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(i18next.language) + text.slice(1)

function textOf(notification: UserNotification): string {
  const { key, values, code, message } = notification
  const keys = values?.['keys']
  const caps = typeof keys === 'string' && { keys: keyText(keys) }
  if (hasTranslation(notification)) return capitalized(i18next.t(key, { ...values, ...caps, code }))
  return message ?? i18next.t('errors:unexpected')
}
