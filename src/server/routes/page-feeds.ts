import type { Routes } from '../http/routes.ts'

/** Making feeds of web pages; following them is the same as for any address. */
export const pageFeedsRoutes = {
  'pageFeeds.inspect': async ({ feeds, user }, { url, usesFetcher = false }) => {
    const { title, outline, candidates, parts, ...page } = await feeds.inspectPage(url, usesFetcher, user.id)
    return {
      data: { url: page.url, title, outline, candidates: [...candidates], parts: [...parts] },
    }
  },
} satisfies Routes
