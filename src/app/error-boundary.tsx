import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'
import { isMissingModule, reloadOnce } from './reload-once.ts'

type Props = { readonly children: ReactNode; readonly resetKey?: string }
type State = { readonly error: unknown; readonly failed: boolean }

/** Catches what a screen throws. React asks for a class here. Another `resetKey` (another screen) tries again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingModule(error)) reloadOnce()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey)
      this.setState({ error: null, failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
