// @vitest-environment happy-dom
import '../model/everything.ts'
import { allSettled, fork } from 'effector'
import { beforeAll, expect, test, vi } from 'vitest'
import { errorNotified, infoNotified, notificationFor, registry } from '../model/app/index.ts'
import { toast } from '../ui/index.ts'
import { startTranslations } from './i18n.ts'
import { showToasts } from './toasts.ts'

vi.mock(import('../ui/index.ts'), async (original) => ({
  ...(await original()),
  toast: vi.fn<typeof toast>(),
}))

beforeAll(() => startTranslations('en'))

/** @returns title and description of the toast for a refusal by the server */
async function toastFor(code: number, message: string, reason: string | null = null) {
  const scope = fork()
  showToasts(scope)
  const notifications = notificationFor({ kind: 'refused', key: null, code, message, reason, status: 400 })
  if (notifications) await allSettled(errorNotified, { scope, params: notifications })
  await expect.poll(() => vi.mocked(toast).mock.calls.length).toBe(1)
  const [title, options] = vi.mocked(toast).mock.lastCall ?? []
  vi.mocked(toast).mockClear()
  return [title, options?.description]
}

test('an unknown code shows the message of the server, with its reason', async () => {
  expect(await toastFor(77_001, 'The moon is full', 'Wait a day.')).toEqual([
    'The moon is full',
    'Wait a day.',
  ])
  expect(await toastFor(77_001, '')).toEqual(['Something unexpected happened.', undefined])
})

test('a wrong or missing code of the second factor is left to its dialog', async () => {
  const scope = fork()
  showToasts(scope)
  for (const code of [4007, 4008, 77_001]) {
    const refused = {
      kind: 'refused',
      key: null,
      code,
      message: `Refused with ${code}`,
      reason: null,
      status: 400,
    }
    const notification = notificationFor(refused)
    if (notification) await allSettled(errorNotified, { scope, params: notification })
  }
  await expect.poll(() => vi.mocked(toast).mock.calls.length).toBeGreaterThan(0)
  expect(vi.mocked(toast).mock.calls.map(([title]) => title)).toEqual(['Refused with 77001'])
  vi.mocked(toast).mockClear()
})

test('a second button shows the key of its command', async () => {
  const scope = fork()
  await allSettled(registry.registered, {
    scope,
    params: [
      {
        id: 'go:newest-subscription',
        group: 'go',
        title: 'x',
        kind: 'view',
        bindings: [{ keys: 'g n' }],
        run: () => {},
      },
    ],
  })
  showToasts(scope)
  const action = (title: string, command: string) => ({ title, command })
  await allSettled(infoNotified, {
    scope,
    params: {
      key: 'app:undo.followed',
      values: { title: 'Rust' },
      action: action('common:action.undo', 'global:undo'),
      otherAction: action('app:follow.goThere', 'go:newest-subscription'),
    },
  })
  await expect.poll(() => vi.mocked(toast).mock.calls.length).toBe(1)
  const [, options] = vi.mocked(toast).mock.lastCall ?? []
  vi.mocked(toast).mockClear()
  expect(options?.action?.label).toBe('Undo')
  expect(options?.otherAction).toMatchObject({ label: 'Go to it', keys: 'g n' })
})

test('keys that do nothing are named as on their caps', async () => {
  const scope = fork()
  showToasts(scope)
  for (const keys of ['Alt+Control+A', 'x', '#'])
    await allSettled(infoNotified, { scope, params: { key: 'app:keys.doesNothing', values: { keys } } })
  await expect.poll(() => vi.mocked(toast).mock.calls.length).toBe(3)
  expect(vi.mocked(toast).mock.calls.map(([title]) => title)).toEqual(
    ['Ctrl+Alt+A', 'X', '#'].map((keys) => `${keys} does nothing here`),
  )
  vi.mocked(toast).mockClear()
})

test('an undo names the change, also one of a setting whose page was not loaded', async () => {
  const scope = fork()
  showToasts(scope)
  const titleOf = async (values: Readonly<Record<string, string | number>>) => {
    await allSettled(infoNotified, { scope, params: { key: 'app:undo.undone', values } })
    await expect.poll(() => vi.mocked(toast).mock.calls.length).toBe(1)
    const [title] = vi.mocked(toast).mock.lastCall ?? []
    vi.mocked(toast).mockClear()
    return title
  }
  expect(await titleOf({ change: 'app:undo.markedIn', title: 'Rust', count: 128 })).toBe(
    'Undone: marked 128 as read in “Rust”',
  )
  expect(await titleOf({ change: 'app:undo.setting', label: 'settings:general.dimRead.label' })).toBe(
    'Undone: changed “Dim read entries”',
  )
})

test('a reason that cannot be copied is reported', async () => {
  const scope = fork()
  showToasts(scope)
  await allSettled(errorNotified, { scope, params: { key: 'errors:unexpected', reason: 'A disk is full.' } })
  await expect.poll(() => vi.mocked(toast).mock.calls.length).toBe(1)
  vi.mocked(toast).mock.lastCall?.[1]?.copy?.onFailed()
  await expect
    .poll(() => vi.mocked(toast).mock.lastCall?.[0])
    .toBe('Copying failed. Allow this site to use the clipboard.')
  vi.mocked(toast).mockClear()
})
