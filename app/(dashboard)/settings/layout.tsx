import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/access/settings-tabs";
import { PageHeader } from "@/components/pieces/page-header";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" question="Who may do what, and is it healthy?" className="mb-3" />
      <SettingsTabs />
      {children}
    </>
  );
}
