/** Renders the open dialogs. Each loads on first use, with its feature's stores and the translations of dialogs. */
import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { memoizeByObject } from '../core/index.ts'
import type { AnyDialog, Feature } from '../features/feature.ts'
import { $features } from '../features/registry.ts'
import { $dialogStack, dialogClosed } from '../model/layout/index.ts'
import { DialogIdContext, captureKeys } from '../ui/index.ts'
import { loadScreenTranslations } from './i18n.ts'
// Opens the guide automatically.
import '../features/first-run/first-run-guide.ts'

type DialogComponent = ComponentType<{ readonly onClose: () => void }>

export function Dialogs() {
  const [stack, closed, components] = useUnit([$dialogStack, dialogClosed, $components])
  return stack.map(({ id, props }) => {
    const Component = components.get(id)
    if (!Component) return null
    return (
      <DialogIdContext key={id} value={id}>
        <Suspense fallback={<CapturedKeys />}>
          <Component {...props} onClose={() => closed({ id })} />
        </Suspense>
      </DialogIdContext>
    )
  })
}

// Once for each feature: a component made anew would mount an open dialog anew when a plugin starts.
const dialogsOf = memoizeByObject((feature: Feature) =>
  (feature.dialogs ?? []).map((dialog) => [dialog.id, lazyDialog(feature, dialog)] as const),
)
const $components = $features.map(
  (features): ReadonlyMap<string, DialogComponent> => new Map(features.flatMap(dialogsOf)),
)

/** @throws a ZodError in the component when the props do not match its schema */
function lazyDialog({ loadStores }: Feature, { load }: AnyDialog): DialogComponent {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadStores?.(), loadScreenTranslations()])
    const { propsSchema } = module
    const Content = module.default as DialogComponent
    return {
      default: ({ onClose, ...props }: { readonly onClose: () => void }) => (
        <Content {...propsSchema.parse(props)} onClose={onClose} />
      ),
    }
  })
}

/** Captures the keys while a dialog loads, so that they run no commands on the page below. Escape still closes. */
function CapturedKeys() {
  useEffect(() => captureKeys(({ key }) => key !== 'Escape'), [])
  return null
}
