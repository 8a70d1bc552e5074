/** What each kind of fault does, in Chinese; the platform tells it in English. */
export declare const FAULT_SUMMARIES: Readonly<Record<string, string>>;
//# sourceMappingURL=fault-summaries.d.ts.map