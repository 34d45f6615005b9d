import { basePathOf } from '../http/base-path.ts'
import type { Routes } from '../http/routes.ts'

/** Addresses of pictures that the reader loads through this server. */
export const picturesRoutes = {
  'pictures.sign': async ({ pictures, config }, { urls, every = false }) => ({
    data: Object.fromEntries(
      urls.flatMap((url) => {
        const path = pictures.sign(url, every)
        return path === null ? [] : [[url, basePathOf(config) + path]]
      }),
    ),
  }),
} satisfies Routes
