"use client";

import dynamic from "next/dynamic";
import { ChartSkeleton } from "./chart-skeleton";

/** The chart of a rate where it is one part of a page, which is there before the drawing of charts is loaded. */
export const RateChart = dynamic(() => import("./rate-chart").then((chart) => chart.RateChart), {
  ssr: false,
  loading: ChartSkeleton,
});
