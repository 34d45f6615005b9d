import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'
import { isMissingModule, reloadOnce } from './reload-once.ts'

type Props = { readonly children: ReactNode; readonly resetKey?: string }
type State = { readonly error: unknown; readonly failed: boolean }

/** Catches errors of a screen; React needs a class for this. A new `resetKey` (another screen) renders again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingModule(error)) reloadOnce()
  }

  override componentDidUpdate(previous: Props): void {
    if (this.state.failed && previous.resetKey !== this.props.resetKey)
      this.setState({ error: null, failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
