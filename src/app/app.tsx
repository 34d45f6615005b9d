import { QueryClientProvider } from '@tanstack/react-query'
import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import { BrowserRouter } from 'react-router'
import { $services } from '../model/index.ts'
import { Palette, WhichKey } from '../palette/index.ts'
import { Toaster, TooltipLayer, useTranslation } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Dialogs } from './dialogs.tsx'
import { Overlays } from './overlays.tsx'
import { Screens } from './screens.tsx'

/** Everything on the page, under one scope. */
export function App({ scope }: { readonly scope: Scope }) {
  return (
    <Provider value={scope}>
      <QueryClientProvider client={scope.getState($services).queryClient}>
        <ErrorBoundary>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
          <Overlays />
          <Dialogs />
          <Palette />
          <WhichKey />
          <TooltipLayer />
          <Toasts />
        </ErrorBoundary>
      </QueryClientProvider>
    </Provider>
  )
}

function Toasts() {
  const { t } = useTranslation()
  return <Toaster label={t('shell.toasts')} closeLabel={t('common:action.close')} />
}
