import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'
import { errorTraceOf } from './error-trace.ts'
import { isMissingModule, reloadOnce } from './reload-once.ts'

type Props = { readonly children: ReactNode; readonly resetKey?: string }
type State = { readonly failure: { readonly error: unknown; readonly errorTrace: string } | null }

/** Catches errors of a screen; React needs a class for this. A new `resetKey` (another screen) renders again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error, errorTrace: errorTraceOf(error) } }
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingModule(error)) reloadOnce()
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.failure && previous.resetKey !== this.props.resetKey) this.setState({ failure: null })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? <ErrorPage {...failure} /> : this.props.children
  }
}
