import { useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import { NeedsInvitation } from '../../../features/invitations/index.ts'
import { Page } from '../../../features/shared/page/index.ts'
import { $role } from '../../../model/session/index.ts'
import { useTranslation } from '../../../ui/index.ts'

type Load = () => Promise<{ readonly default: ComponentType<object> }>
type Frame = {
  readonly plugin: string
  /** Keys of the plugin's locales. */
  readonly title: string
  readonly intro: string | undefined
  readonly notOnTrial: boolean
}

/** A loader of the same component in the frame of the reader's pages. */
export const framed =
  (load: Load, { plugin, title, intro, notOnTrial }: Frame): Load =>
  async () => {
    const { default: Content } = await load()
    return {
      default: function PluginPage() {
        const { t } = useTranslation(plugin)
        const isTrial = useUnit($role) === 'trial'
        return (
          <Page title={t(title)} {...(intro && { intro: t(intro) })}>
            {notOnTrial && isTrial ? <NeedsInvitation /> : <Content />}
          </Page>
        )
      },
    }
  }
