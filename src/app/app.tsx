import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { Scope } from 'effector'
import { Provider } from 'effector-react'
import { useTranslation } from 'react-i18next'
import { BrowserRouter } from 'react-router'
import { Palette, WhichKey } from '../palette/index.ts'
import { Toaster, TooltipLayer } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Modals } from './modals.tsx'
import { Screens } from './routes.tsx'

/** Everything on the page, under one scope. */
export function App({ scope, queries }: { readonly scope: Scope; readonly queries: QueryClient }) {
  return (
    <Provider value={scope}>
      <QueryClientProvider client={queries}>
        <ErrorBoundary>
          <BrowserRouter>
            <Screens />
            <Modals />
            <Palette />
            <WhichKey />
            <TooltipLayer />
            <Toasts />
          </BrowserRouter>
        </ErrorBoundary>
      </QueryClientProvider>
    </Provider>
  )
}

function Toasts() {
  const { t } = useTranslation()
  return <Toaster label={t('shell.toasts')} closeLabel={t('common:action.close')} />
}
