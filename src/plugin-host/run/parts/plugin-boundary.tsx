import { Component, type ComponentType, type ReactNode } from 'react'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>
type BoundaryProps = { readonly onError: (error: unknown) => void; readonly children: ReactNode }

/** Catches what a part of a plugin throws while it renders; React needs a class for this. */
class PluginBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

/** A loader of the same component, which renders nothing once it has thrown. */
export const guarded =
  <Props extends object>(load: Load<Props>, onError: (error: unknown) => void): Load<Props> =>
  async () => {
    const { default: Part } = await load()
    return {
      default: (props) => (
        <PluginBoundary onError={onError}>
          <Part {...props} />
        </PluginBoundary>
      ),
    }
  }
