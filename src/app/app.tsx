import { QueryClientProvider } from '@tanstack/react-query'
import type { Scope } from 'effector'
import { Provider, useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { basePath } from '../core/base-path.ts'
import { $hints } from '../model/hints/index.ts'
import { $services } from '../model/services.ts'
import { Palette, WhichKey } from '../palette/index.ts'
import { Toaster, TooltipLayer, useTranslation } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Dialogs } from './dialogs.tsx'
import { ProvidePictureSources } from './picture-sources.tsx'
import { loadAllTranslations, loadPaletteTranslations } from './i18n.ts'
import { Overlays } from './overlays.tsx'
import { Screens } from './screens.tsx'

/** Everything on the page, under one scope. */
export function App({ scope }: { readonly scope: Scope }) {
  return (
    <Provider value={scope}>
      <QueryClientProvider client={scope.getState($services).queryClient}>
        <ProvidePictureSources scope={scope}>
          <ErrorBoundary>
            <BrowserRouter basename={basePath || '/'}>
              <Screens />
              <Overlays />
              <Dialogs />
            </BrowserRouter>
            <Palette loadMessages={loadPaletteTranslations} />
            <WhichKey loadMessages={loadAllTranslations} />
            <HintLabels />
            <TooltipLayer />
            <Toasts />
          </ErrorBoundary>
        </ProvidePictureSources>
      </QueryClientProvider>
    </Provider>
  )
}

const Hints = lazy(() => import('../features/hints/index.ts'))

function HintLabels() {
  const scope = useUnit($hints)
  return (
    scope && (
      <Suspense fallback={null}>
        <Hints scope={scope} />
      </Suspense>
    )
  )
}

function Toasts() {
  const { t } = useTranslation()
  return <Toaster label={t('shell.toasts')} closeLabel={t('common:action.close')} />
}
