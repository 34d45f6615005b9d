import type { ComponentType } from 'react'
import { Page } from '../features/page/index.ts'
import { useTranslation } from '../ui/index.ts'

type Load = () => Promise<{ readonly default: ComponentType<object> }>
type Frame = {
  readonly plugin: string
  /** Keys of the plugin's locales. */
  readonly title: string
  readonly intro: string | undefined
}

/** A loader of the same component in the frame of the reader's pages. */
export const framed =
  (load: Load, { plugin, title, intro }: Frame): Load =>
  async () => {
    const { default: Content } = await load()
    return {
      default: function PluginPage() {
        const { t } = useTranslation(plugin)
        return (
          <Page title={t(title)} {...(intro && { intro: t(intro) })}>
            <Content />
          </Page>
        )
      },
    }
  }
