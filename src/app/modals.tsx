/** The dialogs, by the names under which the model opens them. Each comes with its first use. */
import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { $modalStack, modalDismissed } from '../model/index.ts'
import { holdKeys } from '../ui/index.ts'
import { allWords } from './i18n.ts'
// Decides when the guide opens by itself; the guide comes with its first use, like the others.
import '../features/first-run/wanted.ts'

type ModalPane = ComponentType<Record<string, unknown> & { onClose: () => void }>
const dialog = (load: () => Promise<{ default: unknown }>) =>
  lazy(async () => {
    const [pane] = await Promise.all([load() as Promise<{ default: ModalPane }>, allWords()])
    return pane
  })

const modals: Readonly<Record<string, ModalPane>> = {
  follow: dialog(() => import('../features/follow/index.ts')),
  'edit-subscription': dialog(() => import('../features/subscription-form/index.ts')),
  'move-subscriptions': dialog(async () => ({
    default: (await import('../features/subscription-form/index.ts')).MoveDialog,
  })),
  'rename-folder': dialog(async () => ({
    default: (await import('../features/subscription-form/index.ts')).RenameFolderDialog,
  })),
  'delete-folder': dialog(async () => ({
    default: (await import('../features/subscription-form/index.ts')).DeleteFolderDialog,
  })),
  'import-report': dialog(() => import('../features/import/index.ts')),
  shortcuts: dialog(() => import('../features/shortcuts/index.ts')),
  confirm: dialog(() => import('../features/confirm/index.ts')),
  'first-run': dialog(() => import('../features/first-run/index.ts')),
  session: dialog(async () => ({ default: (await import('../features/session/index.ts')).SessionDialog })),
  'sign-out': dialog(async () => ({ default: (await import('../features/session/index.ts')).SignOutDialog })),
}

export function Modals() {
  const [stack, dismissed] = useUnit([$modalStack, modalDismissed])
  return stack.map(({ id, props }) => {
    const Modal = modals[id]
    if (!Modal) return null
    return (
      <Suspense key={id} fallback={<KeysHeld />}>
        <Modal {...props} onClose={() => dismissed({ id })} />
      </Suspense>
    )
  })
}

/** Letters meant for a dialog that is still on its way must not act as commands on what lies under it. */
function KeysHeld() {
  useEffect(() => holdKeys(({ key }) => key !== 'Escape'), [])
  return null
}
