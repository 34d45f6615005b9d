/** Gives the pictures of the page their addresses, sizes and colours; what does so is loaded after the first list. */
import type { Scope } from 'effector'
import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { $startupIdle } from '../model/app/index.ts'
import { $online } from '../model/network/index.ts'
import { $imageProxy, isPictureProxied } from '../model/session/index.ts'
import { directSources, PictureSourcesContext, type PictureSources } from '../ui/index.ts'

export function ProvidePictureSources({
  scope,
  children,
}: {
  readonly scope: Scope
  readonly children: ReactNode
}) {
  const { mode, isIdle, online } = useUnit({
    mode: $imageProxy,
    isIdle: $startupIdle,
    online: $online,
  })
  const [sources, setSources] = useState<PictureSources>()
  const isNeeded = isIdle || mode === 'all'
  useEffect(() => {
    if (sources || !isNeeded) return
    let current = true
    const load = async () => {
      const { createPictureSources } = await import('./create-picture-sources.ts')
      if (current) setSources(createPictureSources(scope))
    }
    // Without the server it is loaded when the browser is online again.
    load().catch(() => undefined)
    return () => {
      current = false
    }
  }, [scope, sources, isNeeded, online])
  // Until then only pictures that the browser loads itself.
  const early = useMemo(
    (): PictureSources => ({
      ...directSources,
      addressOf: (src) => (isPictureProxied(mode, window.location.href, src) ? undefined : src),
    }),
    [mode],
  )
  return <PictureSourcesContext value={sources ?? early}>{children}</PictureSourcesContext>
}
